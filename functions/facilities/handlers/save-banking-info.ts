import { facilities } from '../../../shared/contracts/facilities.ts';
import { bankAccountChange } from '../../bank-accounts/store.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { facilityWrites } from '../facility-writes.ts';
import { facilityChange, loadFacility } from '../store.ts';

export const handler = handle(facilities.saveBankingInfo, async ({ params, body, caller, now, newId }) => {
  const facility = await loadFacility(params.facilityId);
  const payeeToken = facility.payeeToken ?? newId();
  await transact(
    ...(await bankAccountChange(
      payeeToken,
      { ownerKind: 'facility', ownerId: facility.id, payeeName: facility.name },
      body.bankAccount,
      now,
      body.version,
    )),
    ...(facility.payeeToken === null ? facilityChange(facility, { ...facility, payeeToken }) : []),
    ...facilityWrites(facility, facility, {
      who: caller.userId,
      now,
      isSame: true,
      lastFour: body.bankAccount.accountNumber.slice(-4),
    }),
  );
  return { success: true, message: 'The bank account was saved.' };
});
