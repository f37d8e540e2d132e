// An independent model of the money rules, written from the specification; it imports nothing of the portal.

/** Terms of a program in a month; cents. */
export interface ModelTerms {
  dues: number;
  reimbursement: number;
  visitsRequired: number;
}

/** Days from `from` to before `to`; open if it has none. */
interface Days {
  from: string;
  to?: string | null | undefined;
}

/** Facts about a member as the actors caused them. Dates are calendar dates in Chicago. */
export interface ModelMember {
  /** First day of the enrollment. */
  from: string;
  /** First day without membership. */
  to?: string | undefined;
  /** The membership ended before its first dues were sent. */
  leftUnpaid: boolean;
  /** Activated once, or waiting for the first dues; a reimbursement waits with them. */
  mayBeReimbursed: boolean;
  /** Days on which a club reported a visit. */
  visitDays: ReadonlySet<string>;
  holds: readonly Days[];
}

const daysIn = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 0)).getUTCDate();

const firstOf = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-01`;
const lastOf = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-${daysIn(month)}`;
const monthOf = (date: string): string => date.slice(0, 4) + date.slice(5, 7);

/** Returns true if the membership has a day in the month. */
const hasDay = ({ from, to }: Pick<ModelMember, 'from' | 'to'>, month: string): boolean =>
  from <= lastOf(month) && (to === undefined || (to > firstOf(month) && to > from));

const isWithin = (date: string, { from, to }: Days): boolean =>
  from <= date && (to === undefined || to === null || date < to);

const datesOf = (month: string): string[] =>
  Array.from(
    { length: daysIn(month) },
    (_, index) => firstOf(month).slice(0, 8) + String(index + 1).padStart(2, '0'),
  );

/** Returns the dues of a month in cents: the first month by the day, rounded half up; undefined if none are owed. */
export function duesOf(member: ModelMember, { dues }: ModelTerms, month: string): number | undefined {
  if (dues === 0 || member.leftUnpaid || !hasDay(member, month)) return undefined;
  if (monthOf(member.from) !== month) return dues;
  const days = daysIn(month) - Number(member.from.slice(8)) + 1;
  return Math.floor((dues * days * 2 + daysIn(month)) / (2 * daysIn(month)));
}

/** Returns the reimbursement of a closed month in cents, 0 for too few visits; undefined if the member has none. */
export function reimbursementOf(member: ModelMember, terms: ModelTerms, month: string): number | undefined {
  if (terms.reimbursement === 0 || !member.mayBeReimbursed || member.leftUnpaid || !hasDay(member, month))
    return undefined;
  const visits = [...member.visitDays].filter(
    (date) =>
      monthOf(date) === month && isWithin(date, member) && !member.holds.some((hold) => isWithin(date, hold)),
  ).length;
  return visits >= terms.visitsRequired ? terms.reimbursement : 0;
}

/** Facts that decide whether a club and a partner pay for a member. */
export interface ShareFacts {
  /** Identifies a person with several memberships, who counts once per month. */
  person: string;
  activatedOn: string | null;
  from: string;
  to: string | null;
  /** The first dues are not sent, or came back. */
  isUnearned: boolean;
  /** Holds and suspensions. */
  away: readonly Days[];
}

/**
 * Adds the months in which a member could use the membership on a day to those that were counted, as `person month`. What
 * was counted stays counted.
 */
export function countedMonths(
  members: readonly ShareFacts[],
  months: readonly string[],
  counted: Set<string>,
): void {
  for (const member of members)
    for (const month of months) {
      const key = `${member.person} ${month}`;
      if (counted.has(key) || member.isUnearned || member.activatedOn === null) continue;
      const first = member.activatedOn > member.from ? member.activatedOn : member.from;
      const isUsable = (date: string) =>
        isWithin(date, { from: first, to: member.to }) && !member.away.some((days) => isWithin(date, days));
      if (datesOf(month).some(isUsable)) counted.add(key);
    }
}

/** True for a payment that the bank holds: submitted, received, or completed. */
export const isHeldByBank = (status: number): boolean => status === 1 || status === 2 || status === 5;

/** Payment statuses that each status can become in one write. */
const paymentMoves: Record<number, readonly number[]> = {
  0: [2, 4, 6],
  1: [3, 4, 5],
  2: [1, 3, 4],
  3: [2, 4, 6],
  4: [0],
  5: [3, 4],
  6: [0],
};

/** Returns true if a payment may change between the statuses; a generation may replace one that was never sent. */
export const canPayment = (before: number, after: number, wasSent: boolean): boolean =>
  before === after ||
  (paymentMoves[before] ?? []).includes(after) ||
  (!wasSent && [0, 4, 6].includes(before) && [0, 4, 6].includes(after));

/** Invitation statuses that each status can become in one write. */
const memberMoves: Record<number, readonly number[]> = {
  1: [2, 8],
  2: [1, 3, 4, 8],
  3: [4, 8],
  4: [3, 5, 6, 7, 8],
  5: [4, 8],
  6: [8],
  7: [4, 5, 8],
};

export const canMember = (before: number, after: number): boolean =>
  before === after || (memberMoves[before] ?? []).includes(after);

/** A withdrawal of dues; dates are calendar dates in Chicago. */
export interface Withdrawal {
  effectiveDate: string;
  /** First banking day of the month. */
  collectionDate: string;
  isFirstMonth: boolean;
  /** The amount equals the monthly dues of the signed agreement. */
  isSignedAmount: boolean;
  /** Days on which an email with the amount was sent to the member. */
  notices: readonly string[];
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * Returns why a withdrawal lacks notice: another amount requires an email ten days before (12 CFR 1005.10), a later day one
 * seven days before (Nacha). The agreement shows the amount and day of the first month.
 */
export function noticeProblem({ effectiveDate, collectionDate, ...of }: Withdrawal): string | undefined {
  const isLate = effectiveDate > collectionDate;
  // the email about changed dues is sent by a job, which a failure delays by a day
  const days = of.isFirstMonth ? 0 : of.isSignedAmount ? (isLate ? 7 : 0) : 9;
  if (days === 0 || of.notices.some((date) => daysBetween(date, effectiveDate) >= days)) return undefined;
  return `withdrawn on ${effectiveDate} without a notice ${days} days before (${of.notices.join(', ')})`;
}
