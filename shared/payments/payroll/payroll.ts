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
export function dividedAmong(
  amount: Cents,
  memberIds: readonly string[],
): { memberId: string; amount: Cents }[] {
  const each = memberIds.length === 0 ? 0 : Math.floor(amount / memberIds.length);
  const rest = amount - each * memberIds.length;
  return memberIds.map((memberId, place) => ({
    memberId,
    amount: each + (place < rest ? 1 : 0),
  }));
}

/** What one payment says of one person, in cents: what the person paid, got back, or what a club got for the person. */
export interface PayrollEntry {
  memberId: string;
  kind: 'own dues' | 'reimbursement' | 'club' | 'on-site club';
  amount: Cents;
}

/** What a member's dues or reimbursement say; dues that were paid back count as not paid. */
export function entriesOfMember(payment: MemberPayment): PayrollEntry[] {
  if (!counts(payment)) return [];
  const { memberId, amountToBeSent } = payment;
  if (payment.paymentTypeId === memberDues) return [{ memberId, kind: 'own dues', amount: amountToBeSent }];
  return payment.id.endsWith('-dues')
    ? [{ memberId, kind: 'own dues', amount: -amountToBeSent }]
    : [{ memberId, kind: 'reimbursement', amount: amountToBeSent }];
}

/** What a club got for each of the members that the payment was counted from; `onSiteClubs` are facility numbers. */
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
 * What a month comes to for each person, in cents: reimbursements, and the dues that clubs got for the person less what
 * the person paid, never below zero. All entries of a person and month belong into one call.
 */
export function payrollAmounts(entries: readonly PayrollEntry[]): PayrollAmount[] {
  const sumOf = (kind: PayrollEntry['kind']) => {
    const sums = new Map<string, Cents>();
    for (const one of entries)
      if (one.kind === kind) sums.set(one.memberId, (sums.get(one.memberId) ?? 0) + one.amount);
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

/** In which of so many parts of a payroll a person is: always the same one, and about as many in each. */
export function payrollPartOf(memberId: string, parts: number): number {
  let hash = 0;
  for (const letter of memberId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % parts;
}

export type YearToDate = Record<string, Cents>;

const keyOf = ({ memberId, category }: Pick<PayrollAmount, 'memberId' | 'category'>): string =>
  `${category} ${memberId}`;

/** Adds amounts to those of the year, by person and category. */
export function addToYear(sums: YearToDate, amounts: Iterable<PayrollAmount>): void {
  for (const one of amounts) sums[keyOf(one)] = (sums[keyOf(one)] ?? 0) + one.amount;
}

/** Those of the year's amounts whose people are in a part. */
export const yearOfPart = (sums: YearToDate, part: number, parts: number): YearToDate =>
  Object.fromEntries(
    Object.entries(sums).filter(([key]) => payrollPartOf(key.slice(key.indexOf(' ') + 1), parts) === part),
  );

/** What the year comes to now less what its earlier files said, one line for each amount that differs. */
export const payrollLines = (now: YearToDate, reported: YearToDate): PayrollLine[] =>
  [...new Set([...Object.keys(now), ...Object.keys(reported)])].toSorted().flatMap((key) => {
    const total = now[key] ?? 0;
    const amount = total - (reported[key] ?? 0);
    const category = payrollCategories.find((one) => key.startsWith(`${one} `));
    if (amount === 0 || !category) return [];
    return [{ memberId: key.slice(category.length + 1), category, amount, yearToDate: total }];
  });
