import { partners } from '../../shared/partners/contract.ts';
import { bankAccountChange } from '../bank-accounts/store.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { loadPartner, partnerChange } from './store.ts';

export const handler = handle(partners.saveBankingInfo, async ({ body, caller, now, newId }) => {
  const partner = await loadPartner(body.partnerId);
  const payeeToken = partner.payeeToken ?? newId();
  await transact(
    ...(await bankAccountChange(
      payeeToken,
      { ownerKind: 'partner', ownerId: partner.id, payeeName: partner.name },
      body.bankAccount,
      now,
      body.version,
    )),
    ...(partner.payeeToken ? [] : partnerChange(partner, { ...partner, payeeToken })),
    auditWrite(
      {
        name: 'partner bank account changed',
        subject: `partner ${partner.id}`,
        who: caller.userId,
        after: { lastFour: body.bankAccount.accountNumber.slice(-4) },
      },
      now,
    ),
  );
  return { success: true, message: 'The bank account is saved.' };
});
