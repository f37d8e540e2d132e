import { requiredAccounts } from '../../../shared/accounts/bank-details.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { isFormerMember } from '../../../shared/accounts/former-member-account.ts';
import { fullAddress } from '../../../shared/facilities/facility.ts';
import { invalidationsOf } from '../../../shared/members/standing.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadBillingAccounts } from '../masked-accounts.ts';
import { loadFormerDeposits } from '../former-deposits.ts';
import { loadReturnedPayments } from '../returned-payments.ts';
import { hasAccounts, loadMemberships } from '../memberships.ts';

export const handler = handle(accounts.billingInfo, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now, hasAccounts);
  const members = memberships.map(({ member }) => member);
  const [facilities, accountsOf, former] = await Promise.all([
    loadFacilities([...new Set(members.flatMap(({ facilityId }) => facilityId ?? []))]),
    loadBillingAccounts(members),
    Promise.all(memberships.map(({ member, terms }) => loadFormerDeposits(member, terms, now))),
  ]);
  const rows = memberships.map(async ({ member, terms }, index) => {
    const { waiting = [], unpayable = [] } = former[index] ?? {};
    const isFormer = isFormerMember(member);
    if (isFormer && waiting.length === 0) return [];
    const owned = accountsOf(member);
    const isSuspended = invalidationsOf(member).length > 0;
    const isDepositAccountRefused = owned.isDepositAccountRefused || unpayable.length > 0;
    const returnedPayments =
      isSuspended || isDepositAccountRefused
        ? await loadReturnedPayments(member, terms, now)
        : { returnedWithdrawal: null, returnedDeposit: null };
    const facility = facilities.find(({ id }) => id === member.facilityId);
    const demanded = requiredAccounts(terms, member);
    return [
      {
        memberId: member.id,
        facilityName: facility?.name ?? member.facilityName ?? '',
        facilityAddress: facility ? fullAddress(facility) : '',
        ...owned,
        ...returnedPayments,
        isDepositAccountRefused,
        isWithdrawalFromBankAccountRequired: demanded.withdrawal,
        isDepositToBankAccountRequired: demanded.deposit || isFormer,
        isSuspended,
        isFormer,
      },
    ];
  });
  return (await Promise.all(rows)).flat();
});
