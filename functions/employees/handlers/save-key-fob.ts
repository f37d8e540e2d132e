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
  const fob = await loadKeyFob(params.keyFobNumber);
  caller.requireAccess({ partnerId: fob.partnerId });
  const number = body.keyFobNumber;
  if (fob.lost) throw new Refusal('invalid', notAvailable, 'keyFobNumber');
  if (number === fob.number) throw new Refusal('invalid', sameKeyFob, 'keyFobNumber');
  const user = fob.memberId === null ? undefined : await loadMember(fob.memberId);
  const lost = user && (await lostKeyFobDone(user.id, fob.number, number, now));
  await transact(
    ...keyFobChange(fob, lost && user ? lostKeyFob(fob, user.id, lost.on) : null),
    ...(lost?.changes ?? []),
    ...keyFobChange(null, { ...fob, number, version: 0 }),
    ...(user ? memberChange(user, { ...user, keyFobNumber: number }) : []),
    auditWrite(
      {
        name: 'key fob changed',
        subject: `key fob ${fob.number}`,
        partnerId: fob.partnerId,
        who: caller.userId,
        before: { number: fob.number },
        after: { number },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${fob.number} is now ${number}.` };
});
