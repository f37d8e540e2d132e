import { employees } from '../../../shared/contracts/employees.ts';
import { sameKeyFob } from '../../../shared/employees/membership-rules.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMember, memberChange } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { keyFobChange, loadKeyFob } from '../store.ts';

export const handler = handle(employees.saveKeyFob, async ({ params, body, caller, now }) => {
  const fob = await loadKeyFob(params.keyFobNumber);
  caller.requireAccess({ partnerId: fob.partnerId });
  const number = body.keyFobNumber;
  if (number === fob.number) throw new Refusal('invalid', sameKeyFob, 'keyFobNumber');
  const user = fob.memberId === null ? undefined : await loadMember(fob.memberId);
  await transact(
    ...keyFobChange(fob, null),
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
