import type { Cents } from '../../money.ts';
import { memberDues } from '../payment-status.ts';
import { completed, received, sentExternally, submitted } from '../payment-status.ts';
import type { FacilityPayment, MemberPayment, Payment } from '../payment.ts';

/** What a payroll counts of a person: money back, and dues that the employer paid, at its own clubs or elsewhere. */
export const payrollCategories = ['reimbursement', 'dues', 'onSiteDues'] as const;
export type PayrollCategory = (typeof payrollCategories)[number];

/** One amount of one person in one month, in cents. */
export interface PayrollAmount {
  memberId: string;
  category: PayrollCategory;
  amount: Cents;
}

/** A line of a payroll file: what the year comes to, and what of it no earlier file of the year said. */
export interface PayrollLine extends PayrollAmount {
  yearToDate: Cents;
}

/** A payment counts while it is on its way or paid; returned and canceled ones are taken back. */
const counts = ({ status }: Payment): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** Divides an amount among people to the cent; the first get the cents that do not divide. */
export function dividedAmong(amount: Cents, memberIds: readonly string[]): PayrollAmount[] {
  const each = memberIds.length === 0 ? 0 : Math.floor(amount / memberIds.length);
  const rest = amount - each * memberIds.length;
  return memberIds.map((memberId, place) => ({
    memberId,
    category: 'dues',
    amount: each + (place < rest ? 1 : 0),
  }));
}

interface MonthsPayments {
  /** Dues and reimbursements of the partner's members. */
  members: readonly MemberPayment[];
  /** What clubs got, each with the members it was counted from. */
  clubs: readonly { payment: FacilityPayment; memberIds: readonly string[] }[];
  /** Numbers of the employer's own clubs. */
  onSiteClubs: readonly string[];
}

/**
 * What a month's payments come to for each person, in cents: reimbursements that count, and the dues that clubs got for
 * the person less what the person paid, never below zero. Dues that were paid back count as not paid.
 */
export function payrollAmounts({ members, clubs, onSiteClubs }: MonthsPayments): PayrollAmount[] {
  const ownDues = new Map<string, Cents>();
  const reimbursements = new Map<string, Cents>();
  for (const one of members.filter(counts)) {
    const isDues = one.paymentTypeId === memberDues;
    const isPaidBack = !isDues && one.id.endsWith('-dues');
    const amounts = isDues || isPaidBack ? ownDues : reimbursements;
    const signed = isPaidBack ? -one.amountToBeSent : one.amountToBeSent;
    amounts.set(one.memberId, (amounts.get(one.memberId) ?? 0) + signed);
  }
  const dues = clubs
    .filter(({ payment }) => counts(payment))
    .flatMap(({ payment, memberIds }) =>
      dividedAmong(payment.amountToBeSent, memberIds).map(({ memberId, amount }): PayrollAmount => {
        const paid = Math.min(amount, Math.max(0, ownDues.get(memberId) ?? 0));
        ownDues.set(memberId, (ownDues.get(memberId) ?? 0) - paid);
        const isOnSite = onSiteClubs.includes(payment.facilityNumber);
        return { memberId, category: isOnSite ? 'onSiteDues' : 'dues', amount: amount - paid };
      }),
    );
  const back = [...reimbursements].map(([memberId, amount]): PayrollAmount => ({
    memberId,
    category: 'reimbursement',
    amount,
  }));
  return [...back, ...dues].filter(({ amount }) => amount !== 0);
}

export type YearToDate = Record<string, Cents>;

const keyOf = ({ memberId, category }: Pick<PayrollAmount, 'memberId' | 'category'>): string =>
  `${category} ${memberId}`;

/** The year's amounts by person and category. */
export function yearToDate(amounts: Iterable<PayrollAmount>): YearToDate {
  const sums: YearToDate = {};
  for (const one of amounts) sums[keyOf(one)] = (sums[keyOf(one)] ?? 0) + one.amount;
  return sums;
}

/** What the year comes to now less what its earlier files said, one line for each amount that differs. */
export const payrollLines = (now: YearToDate, reported: YearToDate): PayrollLine[] =>
  [...new Set([...Object.keys(now), ...Object.keys(reported)])].toSorted().flatMap((key) => {
    const total = now[key] ?? 0;
    const amount = total - (reported[key] ?? 0);
    const category = payrollCategories.find((one) => key.startsWith(`${one} `));
    if (amount === 0 || !category) return [];
    return [{ memberId: key.slice(category.length + 1), category, amount, yearToDate: total }];
  });
