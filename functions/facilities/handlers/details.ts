import { facilities } from '../../../shared/contracts/facilities.ts';
import { loadBankAccount } from '../../bank-accounts/account-read-store.ts';
import { maskedAccount } from '../../bank-accounts/store.ts';
import { handle } from '../../handle.ts';
import { countOfMembers } from '../../members/member-row-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.details, async ({ params: { facilityId } }) => {
  const facility = await loadFacility(facilityId);
  const [account, memberCount] = await Promise.all([
    facility.payeeToken === null ? undefined : loadBankAccount(facility.payeeToken),
    countOfMembers({ facilityId }),
  ]);
  return {
    club: facility,
    memberCount,
    bankAccount: account ? maskedAccount(account) : null,
    isBankAccountRefused: Boolean(account?.held),
  };
});
