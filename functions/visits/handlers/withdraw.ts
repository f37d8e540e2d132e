import { showDate } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { withdrawalChanges } from '../withdrawal-store.ts';

export const handler = handle(visits.withdraw, async ({ body, caller, now }) => {
  const { memberId, facilityNumber: facilityId, date, reason } = body;
  caller.requireAccess({ facilityId });
  const { visit, changes, message } = await withdrawalChanges({ memberId, facilityId, date }, now);
  const event = {
    name: 'visit withdrawn',
    subject: `member ${memberId}`,
    partnerId: visit.partnerId,
    who: caller.userId,
    after: { date, facilityId, reason },
  } as const;
  await transact(...changes, auditWrite(event, now));
  return {
    success: true,
    message: `The check-in of ${visit.memberName} on ${showDate(date)} is withdrawn. ${message}`,
  };
});
