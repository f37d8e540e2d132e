import { type ReturnedPayment, requiredAccounts } from '../../../shared/accounts/bank-details.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import {
  memberDues,
  memberReimbursements,
  returned,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { operationTypes } from '../../../shared/programs.ts';
import { loadBilledPayments } from '../../payments/member-payments.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { nextStepOf, retryDay, returnedDuesOf } from '../../../shared/accounts/returned-dues.ts';
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
import { replaceAccount, wasSaved } from '../replace-account.ts';

const returnedAt = ({ attempts }: Payment): string => attempts.at(-1)?.returned?.at ?? '';

function returnedPaymentOf(payment: Payment): ReturnedPayment {
  const { at, code } = payment.attempts.at(-1)?.returned ?? { at: payment.statusAt, code: null };
  return {
    amount: payment.amountToBeSent,
    periodId: payment.periodId,
    date: dateInChicago(new Date(at)),
    reason: code === null ? null : returnCode(code).meaning,
  };
}

/** Returns the last payment that the bank returned; a later success of the payment clears it. */
function lastReturned(payments: readonly Payment[], paymentTypeId: number): ReturnedPayment | null {
  const [last] = payments
    .filter((payment) => payment.paymentTypeId === paymentTypeId && payment.status === returned)
    .toSorted((a, b) => returnedAt(b).localeCompare(returnedAt(a)));
  return last ? returnedPaymentOf(last) : null;
}

export const bankingCheckHandler = handle(accounts.bankingCheck, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now, hasAccounts);
  const ended = memberships.filter(({ member }) => isFormerMember(member));
  const billed = await Promise.all(ended.map(({ member, terms }) => loadBilledPayments(member, terms, now)));
  return (
    billed.some(({ former, openDeposits }) => former.waiting.length > 0 || openDeposits.length > 0) ||
    memberships.some(({ member, terms }) => Object.values(requiredAccounts(terms, member)).includes(true))
  );
});

export const bankingInfoHandler = handle(accounts.bankingInfo, async ({ query }) => {
  const members = (await loadMembers([...new Set(query.memberIds)])).filter(isEnrolled);
  const accountsOf = await loadMaskedAccounts(members);
  return members.map((member) => ({ memberId: member.id, ...accountsOf(member) }));
});

export const billingInfoHandler = handle(accounts.billingInfo, async ({ query, caller, now }) => {
  const memberships = await loadMemberships(caller, query.memberIds, now, hasAccounts);
  const members = memberships.map(({ member }) => member);
  const [facilities, accountsOf, billed] = await Promise.all([
    loadFacilities([...new Set(members.flatMap(({ facilityId }) => facilityId ?? []))]),
    loadBillingAccounts(members),
    Promise.all(
      memberships.map(async ({ member, terms }) => ({
        member,
        terms,
        ...(await loadBilledPayments(member, terms, now)),
      })),
    ),
  ]);
  return billed.map(({ member, terms, payments, former, openDeposits }) => {
    const { waiting, unpayable } = former;
    const isFormer = isFormerMember(member);
    const { withdrawalAccount, ...owned } = accountsOf(member);
    const isSuspended = invalidationsOf(member).length > 0;
    const isDepositAccountRefused = owned.isDepositAccountRefused || unpayable.length > 0;
    const isReplaced = isSuspended || isDepositAccountRefused;
    const account = withdrawalAccount && accountAt(withdrawalAccount, now);
    const step = { member, account, today: dateInChicago(now) };
    const facility = facilities.find(({ id }) => id === member.facilityId);
    const demanded = requiredAccounts(terms, member);
    return {
      memberId: member.id,
      facilityName: facility?.name ?? member.facilityName ?? '',
      facilityAddress: facility ? fullAddress(facility) : '',
      ...owned,
      returnedWithdrawal: isReplaced ? lastReturned(payments, memberDues) : null,
      returnedDeposit: isReplaced ? lastReturned(payments, memberReimbursements) : null,
      returnedDues: returnedDuesOf({ member, payments }).map((dues) => {
        const next = nextStepOf(dues, step);
        return { ...returnedPaymentOf(dues), next, retryOn: next === 'retry' ? retryDay(step.today) : null };
      }),
      openDeposits,
      isDepositAccountRefused,
      isWithdrawalFromBankAccountRequired: demanded.withdrawal,
      isDepositToBankAccountRequired: demanded.deposit || waiting.length > 0,
      isSuspended,
      isFormer,
      endsOn: member.leavingOn,
    };
  });
});

export const saveBankingInfoHandler = handle(
  accounts.saveBankingInfo,
  async ({ body, caller, now, newId }) => {
    const { memberId, bankAccount, version } = body;
    const [membership] = await loadMemberships(caller, [memberId], now, hasAccounts);
    if (!membership) throw new Refusal('conflict', 'You are not enrolled in a club. Enroll first.');
    const input = { bankAccount, version, who: caller.userId, now, newId };
    const saved = 'The bank account was saved. Payments that were already sent keep the old one.';
    if (await wasSaved(membership.member, bankAccount, version)) return { success: true, message: saved };
    const { changes, isActiveAgain } = await replaceAccount(membership, input);
    await changeAndNotify(accountChangedEmail(membership, bankAccount, isActiveAgain), changes, {
      caller,
      now,
      newId,
    });
    return {
      success: true,
      message: isActiveAgain ? 'The bank account was saved. Your membership is active again.' : saved,
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
    const saved = {
      success: true,
      message: 'The bank account is saved. Payments that wait for it go with a later bank run.',
    };
    if (await wasSaved(membership.member, bankAccount, body.version)) return saved;
    const account = { bankAccount, version: body.version, who: caller.userId, now, newId };
    const { changes } = await replaceAccount(membership, account);
    await changeAndNotify(accountChangedEmail(membership, bankAccount, false), changes, {
      caller,
      now,
      newId,
    });
    return saved;
  },
);
