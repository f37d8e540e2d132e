import { requiredAccounts } from '../../shared/accounts/bank-details.ts';
import { accounts } from '../../shared/accounts/contract.ts';
import { fullAddress } from '../../shared/facilities/facility.ts';
import { invalidationsOf } from '../../shared/members/standing.ts';
import { loadFacilities } from '../facilities/store.ts';
import { handle } from '../platform/handle.ts';
import { loadBillingAccounts } from './masked-accounts.ts';
import { loadMemberships } from './memberships.ts';

export const handler = handle(accounts.billingInfo, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now);
  const members = memberships.map(({ member }) => member);
  const [clubs, accountsOf] = await Promise.all([
    loadFacilities([...new Set(members.flatMap(({ facilityId }) => facilityId ?? []))]),
    loadBillingAccounts(members),
  ]);
  return memberships.map(({ member, terms }) => {
    const club = clubs.find(({ id }) => id === member.facilityId);
    const demanded = requiredAccounts(terms, member);
    return {
      memberId: member.id,
      facilityName: club?.name ?? member.facilityName ?? '',
      facilityAddress: club ? fullAddress(club) : '',
      ...accountsOf(member),
      isWithdrawalFromBankAccountRequired: demanded.withdrawal,
      isDepositToBankAccountRequired: demanded.deposit,
      isSuspended: invalidationsOf(member).length > 0,
    };
  });
});
