import { type ReturnedPayment, requiredAccounts } from '../../../shared/accounts/bank-details.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import {
  memberDues,
  memberReimbursements,
  returned,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { type ProgramPaymentTypeId, operationTypes } from '../../../shared/programs.ts';
import { loadMemberPayments, periodsOf, loadFormerDeposits } from '../../payments/member-payments.ts';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { handle } from '../../handle.ts';
import { hasAccounts, loadMemberships } from '../memberships.ts';
import { isEnrolled, invalidationsOf } from '../../../shared/members/standing.ts';
import { loadMembers, loadMember } from '../../members/store.ts';
import { loadMaskedAccounts, loadBillingAccounts } from '../masked-accounts.ts';
import { isFormerMember, noDepositWaits } from '../../../shared/accounts/former-member-account.ts';
import { fullAddress } from '../../../shared/facilities/facility.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { accountChangedEmail } from '../account-emails.ts';
import { replaceAccount } from '../replace-account.ts';

/** An older return no longer explains why an account is refused today. */
const recentMonths = 12;

const returnedAt = ({ attempts }: Payment): string => attempts.at(-1)?.returned?.at ?? '';

function lastReturned(payments: readonly Payment[], paymentTypeId: number): ReturnedPayment | null {
  const [last] = payments
    .filter((payment) => payment.paymentTypeId === paymentTypeId && payment.status === returned)
    .toSorted((a, b) => returnedAt(b).localeCompare(returnedAt(a)));
  if (!last) return null;
  const { at, code } = last.attempts.at(-1)?.returned ?? { at: last.statusAt, code: null };
  return {
    amount: last.amountToBeSent,
    periodId: last.periodId,
    date: dateInChicago(new Date(at)),
    reason: code === null ? null : returnCode(code).meaning,
  };
}

/** Loads the last withdrawal and deposit that the bank returned; a later success of the payment clears it. */
async function loadReturnedPayments(
  member: Member,
  { programPaymentTypeId }: { programPaymentTypeId: ProgramPaymentTypeId },
  now: Date,
): Promise<{ returnedWithdrawal: ReturnedPayment | null; returnedDeposit: ReturnedPayment | null }> {
  const months = periodsOf(member, now).slice(-recentMonths);
  const payments = await loadMemberPayments(member, programPaymentTypeId, months);
  return {
    returnedWithdrawal: lastReturned(payments, memberDues),
    returnedDeposit: lastReturned(payments, memberReimbursements),
  };
}

export const bankingCheckHandler = handle(accounts.bankingCheck, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now, hasAccounts);
  const former = await Promise.all(
    memberships.map(({ member, terms }) => loadFormerDeposits(member, terms, now)),
  );
  return memberships.some(({ member, terms }, index) => {
    const { withdrawal, deposit } = requiredAccounts(terms, member);
    return withdrawal || deposit || former[index]?.waiting.length !== 0;
  });
});

export const bankingInfoHandler = handle(accounts.bankingInfo, async ({ query }) => {
  const members = (await loadMembers([...new Set(query.memberIds)])).filter(isEnrolled);
  const accountsOf = await loadMaskedAccounts(members);
  return members.map((member) => ({ memberId: member.id, ...accountsOf(member) }));
});

export const billingInfoHandler = handle(accounts.billingInfo, async ({ query, caller, now }) => {
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

export const saveBankingInfoHandler = handle(
  accounts.saveBankingInfo,
  async ({ body, caller, now, newId }) => {
    const { memberId, bankAccount, version } = body;
    const [membership] = await loadMemberships(caller, [memberId], now, hasAccounts);
    if (!membership) throw new Refusal('conflict', 'You are not enrolled in a club. Enroll first.');
    const input = { bankAccount, version, who: caller.userId, now, newId };
    const { changes, isActiveAgain } = await replaceAccount(membership, input);
    await changeAndNotify(accountChangedEmail(membership, bankAccount, isActiveAgain), changes, {
      caller,
      now,
      newId,
    });
    return {
      success: true,
      message: isActiveAgain
        ? 'The bank account was saved. Your membership is active again.'
        : 'The bank account was saved. Payments that were already sent keep the old one.',
    };
  },
);

export const saveDepositAccountHandler = handle(
  accounts.saveDepositAccount,
  async ({ params, body, caller, now, newId }) => {
    const { partnerId } = await loadMember(params.memberId);
    const ofPartner = { user: { memberPartnerIds: [partnerId] } };
    const [membership] = await loadMemberships(ofPartner, [params.memberId], now, isFormerMember);
    if (!membership) throw new Refusal('conflict', noDepositWaits);
    const bankAccount = { ...body.bankAccount, operationTypeId: operationTypes.credit };
    const account = { bankAccount, version: body.version, who: caller.userId, now, newId };
    const { changes } = await replaceAccount(membership, account);
    await changeAndNotify(accountChangedEmail(membership, bankAccount, false), changes, {
      caller,
      now,
      newId,
    });
    return {
      success: true,
      message: 'The bank account is saved. Payments that wait for it go with a later bank run.',
    };
  },
);
