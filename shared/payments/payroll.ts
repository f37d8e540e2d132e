import { dateInChicago, type CalendarDate, type PeriodId } from '../calendar.ts';
import type { Cents } from '../money.ts';
import {
  canceled,
  memberDues,
  completed,
  received,
  sentExternally,
  submitted,
  type FacilityPayment,
  type MemberPayment,
  type Payment,
} from './payment.ts';
import type { PaymentMembers } from './share-group.ts';

/** Payroll categories: reimbursements, and dues that the employer paid for off-site or on-site clubs. */
export const payrollCategories = ['reimbursement', 'dues', 'onSiteDues'] as const;
export type PayrollCategory = (typeof payrollCategories)[number];

/** One amount per member and year in which it was paid, in cents. */
export interface PayrollAmount {
  memberId: string;
  category: PayrollCategory;
  year: string;
  amount: Cents;
}

/** A row of a payroll file: the year-to-date amount, and the part that no earlier file contains. */
export interface PayrollLine extends PayrollAmount {
  yearToDate: Cents;
}

/** Payments count while they are in transit or paid. Returned and canceled payments are reversed. */
const counts = ({ status }: Payment): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** Corrections of earlier months used up the amount of the month's members, so the club needs no transfer. */
const isOffset = ({ status, totalPayment, reason }: FacilityPayment): boolean =>
  status === canceled && totalPayment === 0 && (reason.groups ?? []).some(({ each }) => each !== 0);

/**
 * Returns the year in which a payment counts as wages: that of its last attempt's effective date, or of its status if it
 * was paid outside the portal. `effectiveDates` are those of bank files by ID.
 */
export function payYearOf(
  { status, statusAt, attempts }: Pick<Payment, 'status' | 'statusAt' | 'attempts'>,
  effectiveDates: ReadonlyMap<string, CalendarDate>,
): string {
  const attempt = status === sentExternally ? undefined : attempts.at(-1);
  const date =
    effectiveDates.get(attempt?.bankFileId ?? '') ?? dateInChicago(new Date(attempt?.at ?? statusAt));
  return date.slice(0, 4);
}

/** One payment's contribution per member, in cents: paid by the member, repaid, or paid to a club. */
export interface PayrollEntry {
  memberId: string;
  kind: 'own dues' | 'reimbursement' | 'club' | 'on-site club';
  /** The month of membership, which can precede that of the payment. */
  period: PeriodId;
  year: string;
  amount: Cents;
}

/** Returns the entries of a member's dues or reimbursement. Dues that were repaid count as not paid. */
export function entriesOfMember(payment: MemberPayment, year: string): PayrollEntry[] {
  if (!counts(payment)) return [];
  const { memberId, periodId: period, amountToBeSent: amount } = payment;
  if (payment.paymentTypeId === memberDues) return [{ memberId, kind: 'own dues', period, year, amount }];
  return payment.id.endsWith('-dues')
    ? [{ memberId, kind: 'own dues', period, year, amount: -amount }]
    : [{ memberId, kind: 'reimbursement', period, year, amount }];
}

/**
 * Returns a club payment's entry for each member that changes its amount: the price of the member's group, or the part of
 * a corrected amount that corresponds to it. `onSiteClubs` are facility numbers.
 */
export function entriesOfFacility(
  payment: FacilityPayment,
  { own, groups }: { own: Iterable<string>; groups: PaymentMembers['groups'] },
  onSiteClubs: readonly string[],
  year: string,
): PayrollEntry[] {
  if (!counts(payment) && !isOffset(payment)) return [];
  const kind = onSiteClubs.includes(payment.facilityNumber) ? 'on-site club' : 'club';
  const members = [
    ...[...own].map((memberId) => ({
      memberId,
      period: payment.periodId,
      price: payment.duesPaidForOneMember,
    })),
    ...groups.flatMap(({ memberIds, period, each }) =>
      memberIds.map((memberId) => ({ memberId, period, price: each })),
    ),
  ].filter(({ price }) => price !== 0);
  const amounts = proportional(
    payment.amountToBeSent,
    members.map(({ price }) => price),
  );
  return members.map(({ memberId, period }, index) => ({
    memberId,
    kind,
    period,
    year,
    amount: amounts[index] ?? 0,
  }));
}

/** Divides an amount in proportion to the prices, to the cent. The first members get the remaining cents. */
export function proportional(amount: Cents, prices: readonly Cents[]): Cents[] {
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (total === amount || total <= 0) return [...prices];
  const parts = prices.map((price) => Math.floor((price * amount) / total));
  const rest = amount - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, index) => part + (index < rest ? 1 : 0));
}

/**
 * Returns the amounts by member and pay year, in cents: reimbursements, and the dues that clubs received for the member's
 * month minus the dues the member paid for it, never below zero. Requires all entries of a member's month in one call.
 */
export const payrollAmounts = (entries: readonly PayrollEntry[]): PayrollAmount[] =>
  [...Map.groupBy(entries, ({ memberId, period }) => `${period} ${memberId}`).values()]
    .flatMap(amountsOfMonth)
    .filter(({ amount }) => amount !== 0);

const kinds = { reimbursement: 'reimbursement', dues: 'club', onSiteDues: 'on-site club' } as const;

/** A later year has the difference to the years before, because a month can be corrected in the next year. */
function amountsOfMonth(entries: readonly PayrollEntry[]): PayrollAmount[] {
  const memberId = entries[0]?.memberId ?? '';
  const sum = (isIncluded: (entry: PayrollEntry) => boolean): Cents =>
    entries.filter(isIncluded).reduce((total, { amount }) => total + amount, 0);
  const ownDues = Math.max(
    0,
    sum(({ kind }) => kind === 'own dues'),
  );
  const before = { reimbursement: 0, dues: 0, onSiteDues: 0 };
  return [...new Set(entries.map(({ year }) => year))].toSorted().flatMap((year) => {
    let unused = ownDues;
    return payrollCategories.map((category): PayrollAmount => {
      const gross = sum((entry) => entry.kind === kinds[category] && entry.year <= year);
      const paid = category === 'reimbursement' ? 0 : Math.min(Math.max(0, gross), unused);
      unused -= paid;
      const amount = gross - paid - before[category];
      before[category] = gross - paid;
      return { memberId, category, year, amount };
    });
  });
}

/** Returns a member's part of the payroll. The result is stable, and the parts are about equal in size. */
export function payrollPartOf(memberId: string, parts: number): number {
  let hash = 0;
  for (const letter of memberId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % parts;
}

/** Sums by pay year, category, and member. */
export type YearToDate = Record<string, Cents>;

const keyOf = ({ memberId, category, year }: Omit<PayrollAmount, 'amount'>): string =>
  `${year} ${category} ${memberId}`;

function partsOf(key: string): Omit<PayrollAmount, 'amount'> | undefined {
  const [year = '', name = '', ...id] = key.split(' ');
  const category = payrollCategories.find((payrollCategory) => payrollCategory === name);
  return category && { year, category, memberId: id.join(' ') };
}

/** Adds amounts to the sums by pay year, category, and member. */
export function addToYear(sums: YearToDate, amounts: Iterable<PayrollAmount>): void {
  for (const amount of amounts) sums[keyOf(amount)] = (sums[keyOf(amount)] ?? 0) + amount.amount;
}

/** Returns sums of a file. Files without pay years counted all amounts in the year of their month. */
export const withPayYear = (sums: YearToDate, yearOfMonth: string): YearToDate =>
  Object.fromEntries(
    Object.entries(sums).map(([key, amount]) => [
      /^\d{4} /.test(key) ? key : `${yearOfMonth} ${key}`,
      amount,
    ]),
  );

export const yearOfPart = (sums: YearToDate, part: number, parts: number): YearToDate =>
  Object.fromEntries(
    Object.entries(sums).filter(([key]) => payrollPartOf(partsOf(key)?.memberId ?? '', parts) === part),
  );

/**
 * Returns the sums minus those of earlier files, one row per amount that differs. `otherMonths` are the sums of files for
 * months of other years, which can be paid in the same year.
 */
export const payrollLines = (
  now: YearToDate,
  reported: YearToDate,
  otherMonths: YearToDate = {},
): PayrollLine[] =>
  [...new Set([...Object.keys(now), ...Object.keys(reported)])].toSorted().flatMap((key) => {
    const total = now[key] ?? 0;
    const amount = total - (reported[key] ?? 0);
    const line = partsOf(key);
    return amount === 0 || !line ? [] : [{ ...line, amount, yearToDate: total + (otherMonths[key] ?? 0) }];
  });
