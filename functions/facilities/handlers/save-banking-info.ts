import { facilities } from '../../../shared/contracts/facilities.ts';
import { bankAccountChange } from '../../bank-accounts/store.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { facilityWrites } from '../facility-writes.ts';
import { facilityChange, loadFacility } from '../store.ts';

export const handler = handle(facilities.saveBankingInfo, async ({ params, body, caller, now, newId }) => {
  const club = await loadFacility(params.facilityId);
  const payeeToken = club.payeeToken ?? newId();
  await transact(
    ...(await bankAccountChange(
      payeeToken,
      { ownerKind: 'facility', ownerId: club.id, payeeName: club.name },
      body.bankAccount,
      now,
      body.version,
    )),
    ...(club.payeeToken === null ? facilityChange(club, { ...club, payeeToken }) : []),
    ...facilityWrites(club, club, {
      who: caller.userId,
      now,
      isSame: true,
      lastFour: body.bankAccount.accountNumber.slice(-4),
    }),
  );
  return { success: true, message: 'The bank account was saved.' };
});
