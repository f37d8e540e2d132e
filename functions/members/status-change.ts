import type { Member } from '../../shared/members/member.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { memberChange } from './store.ts';

/**
 * Returns the writes of a member's status change and its audit event.
 *
 * @param details further values of the event, such as the day of activation
 */
export const memberStatusChange = (
  before: Member,
  after: Member,
  details: object,
  { who, now }: { who: string; now: Date },
): Change[] => [
  ...memberChange(before, after),
  auditWrite(
    {
      name: 'member status changed',
      subject: `member ${before.id}`,
      partnerId: before.partnerId,
      who,
      before: { invitationStatus: before.invitationStatus },
      after: { invitationStatus: after.invitationStatus, ...details },
    },
    now,
  ),
];
