import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { keyFobActivated, lostKeyFob, releasedKeyFob } from '../../../shared/employees/key-fob.ts';
import { validateReassignment } from '../../../shared/employees/membership-rules.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { isReassignKeyFobEnabled } from '../../../shared/settings/feature-flags.ts';
import { lostKeyFobDone } from '../../members/request-done.ts';
import { memberChange } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadUserOf } from '../key-fob-user.ts';
import { keyFobChange, loadKeyFob } from '../store.ts';

export const handler = handle(employees.reassign, async ({ body, caller, now }) => {
  if (!isReassignKeyFobEnabled(await loadFeatureFlags()))
    throw new Refusal('invalid', 'Reassigning key fobs is turned off.');
  const { keyFob: old, member } = await loadUserOf(body.oldKeyFobNumber, caller);
  const next = await loadKeyFob(body.newKeyFobNumber);
  if (old.partnerId !== body.partnerId || next.partnerId !== body.partnerId)
    throw new Refusal('invalid', 'Both key fobs must belong to this partner.', 'newKeyFobNumber');
  validateReassignment(member, next);
  const lost = await lostKeyFobDone(member.id, old.number, next.number, now);
  const freed = releasedKeyFob(old, member.id, dateInChicago(now));
  await transact(
    ...(lost?.changes ?? []),
    ...memberChange(member, { ...member, keyFobNumber: next.number }),
    ...keyFobChange(old, lost ? lostKeyFob(old, member.id, lost.on) : freed),
    ...keyFobChange(next, { ...next, keyFobStatusId: keyFobActivated, memberId: member.id }),
    auditWrite(
      {
        name: 'key fob reassigned',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who: caller.userId,
        before: { number: old.number },
        after: { number: next.number },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${old.number} was replaced with ${next.number}.` };
});
