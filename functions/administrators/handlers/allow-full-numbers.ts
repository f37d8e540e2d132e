import { fullNumbersPerDay } from '../../../shared/administrators/administrator.ts';
import { administrators } from '../../../shared/contracts/administrators.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { fullNumbersAllowed } from '../../bank-accounts/full-numbers-store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { nameOf } from '../../users/caller.ts';
import { requireConfirmingAdministrator } from '../second-person.ts';
import { notifyOfAdministrators } from '../notify-administrators.ts';
import { loadAdministrator, stillConfirms } from '../store.ts';

export const handler = handle(
  administrators.allowFullNumbers,
  async ({ params: { administratorId }, caller, now }) => {
    if (administratorId === caller.userId)
      throw new Refusal('invalid', 'Another administrator must allow it. Nothing was changed.');
    const { firstName, lastName } = await loadAdministrator(administratorId);
    await requireConfirmingAdministrator(caller.userId, now, 'allow more account numbers');
    await transact(
      fullNumbersAllowed(administratorId, now),
      stillConfirms(caller.userId),
      auditWrite(
        { name: 'full account numbers allowed', subject: `user ${administratorId}`, who: caller.userId },
        now,
      ),
    );
    const allowed = `${firstName} ${lastName} can view ${fullNumbersPerDay} more full account numbers today`;
    await notifyOfAdministrators('More full account numbers', `${nameOf(caller)} confirmed that ${allowed}.`);
    return { success: true, message: `${allowed}.` };
  },
);
