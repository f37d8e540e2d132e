import { employees } from '../../../shared/contracts/employees.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { keyFobChange, loadKeyFob } from '../store.ts';

export const handler = handle(employees.deleteKeyFob, async ({ params, caller, now }) => {
  const keyFob = await loadKeyFob(params.keyFobNumber);
  caller.requireAccess({ partnerId: keyFob.partnerId });
  if (keyFob.memberId !== null)
    throw new Refusal('invalid', 'A member uses this key fob. End the membership first, then delete it.');
  await transact(
    ...keyFobChange(keyFob, null),
    auditWrite(
      {
        name: 'key fob deleted',
        subject: `key fob ${keyFob.number}`,
        partnerId: keyFob.partnerId,
        who: caller.userId,
        before: { ...keyFob },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${keyFob.number} was deleted.` };
});
