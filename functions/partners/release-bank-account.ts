import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import { partners } from '../../shared/partners/contract.ts';
import { loadWaiting } from '../bank-accounts/replace-account.ts';
import { accountChange } from '../bank-accounts/store.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { loadPartner } from './store.ts';

export const handler = handle(partners.releaseBankAccount, async ({ params, body, caller, now }) => {
  const partner = await loadPartner(params.partnerId);
  const { stored, waiting } = await loadWaiting(partner.payeeToken, body.version, now);
  await transact(
    ...accountChange(stored, {
      ...accountAt(stored, new Date(waiting.usableFrom)),
      changedAt: now.toISOString(),
    }),
    auditWrite(
      {
        name: 'partner bank account released',
        subject: `partner ${partner.id}`,
        who: caller.userId,
        after: { lastFour: waiting.lastFour },
      },
      now,
    ),
  );
  return { success: true, message: 'The new bank account is used from now on.' };
});
