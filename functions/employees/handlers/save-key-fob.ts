import { employees } from '../../../shared/contracts/employees.ts';
import { lostKeyFob } from '../../../shared/employees/key-fob.ts';
import { notAvailable, sameKeyFob } from '../../../shared/employees/membership-rules.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { lostKeyFobDone } from '../../members/request-done.ts';
import { loadMember, memberChange } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { keyFobChange, loadKeyFob } from '../store.ts';

export const handler = handle(employees.saveKeyFob, async ({ params, body, caller, now }) => {
  const keyFob = await loadKeyFob(params.keyFobNumber);
  caller.requireAccess({ partnerId: keyFob.partnerId });
  const keyFobNumber = body.keyFobNumber;
  if (keyFob.lost) throw new Refusal('invalid', notAvailable, 'keyFobNumber');
  if (keyFobNumber === keyFob.number) throw new Refusal('invalid', sameKeyFob, 'keyFobNumber');
  const user = keyFob.memberId === null ? undefined : await loadMember(keyFob.memberId);
  const lost = user && (await lostKeyFobDone(user.id, keyFob.number, keyFobNumber, now));
  await transact(
    ...keyFobChange(keyFob, lost && user ? lostKeyFob(keyFob, user.id, lost.on) : null),
    ...(lost?.changes ?? []),
    ...keyFobChange(null, { ...keyFob, number: keyFobNumber, version: 0 }),
    ...(user ? memberChange(user, { ...user, keyFobNumber }) : []),
    auditWrite(
      {
        name: 'key fob changed',
        subject: `key fob ${keyFob.number}`,
        partnerId: keyFob.partnerId,
        who: caller.userId,
        before: { number: keyFob.number },
        after: { number: keyFobNumber },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${keyFob.number} is now ${keyFobNumber}.` };
});
