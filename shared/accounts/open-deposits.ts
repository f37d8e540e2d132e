import { showMoney } from '../money.ts';
import {
  addBankingDays,
  duesCollectionDate,
  periodName,
  reimbursementDate,
  showDate,
  type CalendarDate,
} from '../calendar.ts';
import { isEarlyRefund, waitingReason } from '../bank-files/exclusion.ts';
import type { Member } from '../members/member.ts';
import { leftUnpaid } from '../payments/dues-collected.ts';
import { isDuesPaidBack } from '../payments/dues-paid-back.ts';
import {
  byBankAccount,
  completed,
  isOfKind,
  isReserved,
  memberReimbursements,
  pending,
  received,
  returned,
  sentExternally,
  submitted,
  type MemberPayment,
  type Payment,
} from '../payments/payment.ts';
import { cameBack, refundWait, repaidDuesId } from '../payments/refund.ts';
import { partsByMonth } from '../payments/visit-adjustment.ts';
import { reimbursementWait } from '../payments/reimbursement-wait.ts';
import type { OpenDeposit } from './bank-details.ts';
import {
  isFormerMember,
  needsAnotherAccount,
  wasReturnedForAccount,
  type DepositAccount,
} from './former-member-account.ts';

type LastFourAccount = DepositAccount & { lastFour: string };

interface DepositContext {
  member: Member;
  dues: ReadonlyMap<string, Payment>;
  accounts: readonly LastFourAccount[];
}

/**
 * Returns the payments to a member that are not completed: refunds of dues, and, after the membership ended,
 * reimbursements, which members otherwise see on their own page.
 */
export function openDepositsOf(
  member: Member,
  payments: readonly Payment[],
  accounts: readonly LastFourAccount[],
  today: CalendarDate,
): OpenDeposit[] {
  const context = { member, accounts, dues: new Map(payments.map((payment) => [payment.id, payment])) };
  return payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(
      (payment) =>
        payment.paymentTypeId === memberReimbursements &&
        payment.memberBillingTypeId === byBankAccount &&
        payment.amountToBeSent > 0 &&
        (isDuesPaidBack(payment) || isFormerMember(member)),
    )
    .flatMap((payment) => {
      const state = stateOf(payment, context);
      if (!state) return [];
      const account = accounts.find(({ payeeToken }) => payeeToken === payment.payeeToken);
      const repaid = context.dues.get(repaidDuesId(payment));
      const isDated = isDuesPaidBack(payment) && (state === 'settlement' || state === 'next');
      return partsByMonth(payment).map((part) => ({
        ...part,
        isDuesPaidBack: isDuesPaidBack(payment),
        lastFour: state === 'account' ? null : (account?.lastFour ?? null),
        state,
        arrivesFrom: isDated && repaid ? refundDay(repaid, isEarlyRefund(payment, member), today) : null,
      }));
    });
}

/** Returns undefined for a payment that is completed, canceled, or will not be made. */
function stateOf(
  payment: MemberPayment,
  { member, dues, accounts }: DepositContext,
): OpenDeposit['state'] | undefined {
  if (payment.status === submitted || payment.status === received) return 'sent';
  if (payment.status !== pending && payment.status !== returned) return undefined;
  const isRefund = isDuesPaidBack(payment);
  const repaid = dues.get(repaidDuesId(payment));
  if (isRefund ? !repaid || cameBack(repaid) : leftUnpaid(member)) return undefined;
  if (payment.status === returned && !wasReturnedForAccount(payment)) return 'contact';
  if (needsAnotherAccount(payment, accounts)) return 'account';
  if (isRefund && refundWait({ payment: repaid, isReversing: false })) return 'settlement';
  if (reimbursementWait(payment, { member, dues, files: [] })) return 'dues';
  return waitingReason(payment, member) ? 'inactive' : 'next';
}

/** A refund of dues that follows an ending or a pause; `on` is the first day on which it can arrive. */
export const refundOf = (payment: MemberPayment, isEarly: boolean, today: CalendarDate) => ({
  amount: payment.amountToBeSent,
  periodId: payment.periodId,
  on: refundDay(payment, isEarly, today),
  isInFile: isReserved(payment),
});

/**
 * Returns the first day on which a refund can arrive: two banking days after the withdrawal settled. Unless it is early
 * because of a cancellation or a notice of an earlier day, it is paid with the reimbursements of its month.
 */
function refundDay(dues: Payment, isEarly: boolean, today: CalendarDate): CalendarDate {
  const collected = duesCollectionDate(dues.periodId);
  const isSettled = dues.status === completed || dues.status === sentExternally;
  const settled = isSettled ? today : addBankingDays(collected > today ? collected : today, 3);
  const soonest = addBankingDays(settled, 2);
  const withOthers = reimbursementDate(dues.periodId);
  return isEarly || soonest > withOthers ? soonest : withOthers;
}

export const forMonth = ({ amount, periodId }: { amount: number; periodId: string }) =>
  `${showMoney(amount)} for ${periodName(periodId)}`;

type Refund = ReturnType<typeof refundOf>;

interface RefundsToPay {
  refunds: readonly Refund[];
  /** Last day by law; null outside the right of cancellation. */
  refundBy: CalendarDate | null;
}

/** Debits that the bank can still return are not refunded before they have settled, even if the law states an earlier day. */
export function refundText({ refunds, refundBy }: RefundsToPay): string {
  if (refunds.length === 0) return 'Nothing was collected that is refunded.';
  const lastDay = refundBy === null ? '' : showDate(refundBy);
  const isLate = ({ on }: { on: string }) => refundBy !== null && on > refundBy;
  const [inTime, late] = [refunds.filter((refund) => !isLate(refund)), refunds.filter(isLate)];
  const inFile = ({ isInFile }: Refund) =>
    isInFile ? ', unless we can still take it out of the file that we are sending' : '';
  const parts = [
    ...inTime.map((refund) => `${forMonth(refund)}, from ${showDate(refund.on)}${inFile(refund)}`),
    ...(inTime.length > 0 && lastDay ? [`at the latest on ${lastDay}`] : []),
    ...late.map(
      (refund) => `${forMonth(refund)} on ${showDate(refund.on)}, the first possible day${inFile(refund)}`,
    ),
    ...(late.length > 0 ? [`the last day by law, ${lastDay}, is earlier`] : []),
  ];
  return `${parts.join('; ')}. Refunds go to the account that was debited, once the withdrawal has settled.`;
}
