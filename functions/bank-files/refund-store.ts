import { paymentIdOfSent } from '../../shared/bank-files/sent-entry.ts';
import { isFirstDues } from '../../shared/bank-files/exclusion.ts';
import type { Member } from '../../shared/members/member.ts';
import { areFirstDuesCollected } from '../../shared/payments/dues-collected.ts';
import { duesPaidBackId, isDuesPaidBack, preventsCollection } from '../../shared/payments/dues-paid-back.ts';
import { owesDuesFor } from '../../shared/payments/member-payment.ts';
import {
  canceled,
  memberDues,
  returned,
  isOfKind,
  type MemberPayment,
  type Payment,
} from '../../shared/payments/payment.ts';
import { duesWait } from '../../shared/payments/reimbursement-wait.ts';
import { duesIdsOf, repaidDuesId, type Counterparts, type RepaidDues } from '../../shared/payments/refund.ts';
import { loadFirstDues } from '../payments/first-dues-store.ts';
import { paymentsNow } from './paid-store.ts';
import { sentEntriesNow } from './sent-entry-store.ts';

const areDues = (payment: Payment): payment is MemberPayment =>
  isOfKind(payment, 'member') && payment.paymentTypeId === memberDues;

export async function refundsNow(payments: readonly Payment[]): Promise<Map<string, MemberPayment>> {
  const dues = payments.filter(areDues);
  const refundsById = await paymentsNow(dues.map(duesPaidBackId));
  return new Map(
    dues.flatMap((due): [string, MemberPayment][] => {
      const refund = refundsById.get(duesPaidBackId(due));
      return refund && isOfKind(refund, 'member') ? [[due.id, refund]] : [];
    }),
  );
}

export async function repaidNow(payments: readonly Payment[]): Promise<Map<string, RepaidDues>> {
  const refunds = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter((payment) => isDuesPaidBack(payment));
  const duesById = await paymentsNow(refunds.map(repaidDuesId));
  const traces = [...duesById.values()].flatMap(({ attempts }) => attempts.at(-1)?.trace ?? []);
  const sent = await sentEntriesNow(traces);
  return new Map(
    refunds.map((refund) => {
      const payment = duesById.get(repaidDuesId(refund));
      const entry = sent.get(payment?.attempts.at(-1)?.trace ?? '');
      const isReversing =
        entry !== undefined && paymentIdOfSent(entry) === payment?.id && (entry.reversedBy ?? null) !== null;
      return [refund.id, { payment, isReversing }];
    }),
  );
}

async function undecidedNow(
  payments: readonly Payment[],
  members: ReadonlyMap<string, Member>,
): Promise<Set<string>> {
  const later = payments.filter(areDues).flatMap((dues) => {
    const member = members.get(dues.memberId);
    const isWaiting = member && !areFirstDuesCollected(member) && !isFirstDues(dues, member);
    return isWaiting ? [{ id: dues.id, member, programPaymentTypeId: dues.programPaymentTypeId }] : [];
  });
  const first = later.length === 0 ? new Map<string, MemberPayment>() : await loadFirstDues(later);
  return new Set(later.filter(({ member }) => first.get(member.id)?.status === canceled).map(({ id }) => id));
}

/** Returns the reimbursements of months without collected dues. Uncollected first dues are a reason of their own. */
export async function unpaidMonthsNow(
  payments: readonly Payment[],
  members: ReadonlyMap<string, Member>,
): Promise<Set<string>> {
  const reimbursements = payments
    .filter((payment) => isOfKind(payment, 'member'))
    .filter(({ memberId }) => members.has(memberId));
  const dues = await paymentsNow([...new Set(reimbursements.flatMap(duesIdsOf))]);
  const isWaiting = (payment: MemberPayment) =>
    duesWait(
      members.get(payment.memberId),
      duesIdsOf(payment).flatMap((id) => dues.get(id) ?? []),
    ) === 'dues of the month';
  return new Set(reimbursements.filter(isWaiting).map(({ id }) => id));
}

export async function counterpartsNow(
  payments: readonly Payment[],
  members: ReadonlyMap<string, Member>,
): Promise<Counterparts> {
  const [repaid, allRefunds, undecided, unpaidMonths] = await Promise.all([
    repaidNow(payments),
    refundsNow(payments.filter(({ status }) => status === returned)),
    undecidedNow(payments, members),
    unpaidMonthsNow(payments, members),
  ]);
  const refunds = new Map(
    [...allRefunds].filter(([, refund]) => {
      const member = members.get(refund.memberId);
      return preventsCollection(refund) || !member || !owesDuesFor(member, refund.periodId);
    }),
  );
  return { repaid, refunds, undecided, unpaidMonths };
}
