import type { Cents } from '../../money.ts';
import { memberDues } from '../payment-status.ts';
import { completed, received, sentExternally, submitted } from '../payment-status.ts';
import type { FacilityPayment, MemberPayment, Payment } from '../payment.ts';

/** Payroll categories: reimbursements, and dues that the employer paid for off-site or on-site clubs. */
export const payrollCategories = ['reimbursement', 'dues', 'onSiteDues'] as const;
export type PayrollCategory = (typeof payrollCategories)[number];

/** One amount per member and month, in cents. */
export interface PayrollAmount {
  memberId: string;
  category: PayrollCategory;
  amount: Cents;
}

/** A row of a payroll file: the year-to-date amount, and the part that no earlier file of the year contains. */
export interface PayrollLine extends PayrollAmount {
  yearToDate: Cents;
}

/** Payments count while they are in transit or paid. Returned and canceled payments are reversed. */
const counts = ({ status }: Payment): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** Divides an amount among members to the cent. The first members get the remaining cents. */
export function dividedAmong(
  amount: Cents,
  memberIds: readonly string[],
): { memberId: string; amount: Cents }[] {
  const each = memberIds.length === 0 ? 0 : Math.floor(amount / memberIds.length);
  const rest = amount - each * memberIds.length;
  return memberIds.map((memberId, index) => ({
    memberId,
    amount: each + (index < rest ? 1 : 0),
  }));
}

/** One payment's contribution per member, in cents: paid by the member, repaid, or paid to a club. */
export interface PayrollEntry {
  memberId: string;
  kind: 'own dues' | 'reimbursement' | 'club' | 'on-site club';
  amount: Cents;
}

/** Returns the entries of a member's dues or reimbursement. Dues that were repaid count as not paid. */
export function entriesOfMember(payment: MemberPayment): PayrollEntry[] {
  if (!counts(payment)) return [];
  const { memberId, amountToBeSent } = payment;
  if (payment.paymentTypeId === memberDues) return [{ memberId, kind: 'own dues', amount: amountToBeSent }];
  return payment.id.endsWith('-dues')
    ? [{ memberId, kind: 'own dues', amount: -amountToBeSent }]
    : [{ memberId, kind: 'reimbursement', amount: amountToBeSent }];
}

/** Returns a club payment's entry for each counted member. `onSiteClubs` are facility numbers. */
export function entriesOfClub(
  payment: FacilityPayment,
  memberIds: readonly string[],
  onSiteClubs: readonly string[],
): PayrollEntry[] {
  if (!counts(payment)) return [];
  const kind = onSiteClubs.includes(payment.facilityNumber) ? 'on-site club' : 'club';
  return dividedAmong(payment.amountToBeSent, memberIds).map(({ memberId, amount }) => ({
    memberId,
    kind,
    amount,
  }));
}

/**
 * Returns each member's amounts for a month, in cents: reimbursements, and the dues that clubs received for the member
 * minus the dues the member paid, never below zero. Requires all entries of a member and month in one call.
 */
export function payrollAmounts(entries: readonly PayrollEntry[]): PayrollAmount[] {
  const sumOf = (kind: PayrollEntry['kind']) => {
    const sums = new Map<string, Cents>();
    for (const entry of entries)
      if (entry.kind === kind) sums.set(entry.memberId, (sums.get(entry.memberId) ?? 0) + entry.amount);
    return sums;
  };
  const ownDues = sumOf('own dues');
  const dues = entries
    .filter(({ kind }) => kind === 'club' || kind === 'on-site club')
    .map(({ memberId, kind, amount }): PayrollAmount => {
      const paid = Math.min(amount, Math.max(0, ownDues.get(memberId) ?? 0));
      ownDues.set(memberId, (ownDues.get(memberId) ?? 0) - paid);
      return { memberId, category: kind === 'club' ? 'dues' : 'onSiteDues', amount: amount - paid };
    });
  const back = [...sumOf('reimbursement')].map(([memberId, amount]): PayrollAmount => ({
    memberId,
    category: 'reimbursement',
    amount,
  }));
  return [...back, ...dues].filter(({ amount }) => amount !== 0);
}

/** Returns a member's part of the payroll. The result is stable, and the parts are about equal in size. */
export function payrollPartOf(memberId: string, parts: number): number {
  let hash = 0;
  for (const letter of memberId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % parts;
}

export type YearToDate = Record<string, Cents>;

const keyOf = ({ memberId, category }: Pick<PayrollAmount, 'memberId' | 'category'>): string =>
  `${category} ${memberId}`;

/** Adds amounts to the year's amounts by member and category. */
export function addToYear(sums: YearToDate, amounts: Iterable<PayrollAmount>): void {
  for (const amount of amounts) sums[keyOf(amount)] = (sums[keyOf(amount)] ?? 0) + amount.amount;
}

export const yearOfPart = (sums: YearToDate, part: number, parts: number): YearToDate =>
  Object.fromEntries(
    Object.entries(sums).filter(([key]) => payrollPartOf(key.slice(key.indexOf(' ') + 1), parts) === part),
  );

/** Returns the year-to-date amounts minus those of earlier files, one row per amount that differs. */
export const payrollLines = (now: YearToDate, reported: YearToDate): PayrollLine[] =>
  [...new Set([...Object.keys(now), ...Object.keys(reported)])].toSorted().flatMap((key) => {
    const total = now[key] ?? 0;
    const amount = total - (reported[key] ?? 0);
    const category = payrollCategories.find((payrollCategory) => key.startsWith(`${payrollCategory} `));
    if (amount === 0 || !category) return [];
    return [{ memberId: key.slice(category.length + 1), category, amount, yearToDate: total }];
  });
