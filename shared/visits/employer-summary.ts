import * as z from 'zod';
import { daysInPeriod, periodStart, type PeriodId, isClosedUsagePeriod } from '../calendar.ts';
import type { Role } from '../roles.ts';

/** Why an employer sees no numbers: of few members, of an open month, or if too many members can withdraw consent. */
export const omittedNumbers = z.enum(['none', 'small', 'open', 'consent']);

/** A partner's month in numbers: what the pictures of the visit log show, and the tables beside them. */
export const monthSummary = z.object({
  /** Visits that count; null for an employer if they would reveal numbers of few members. */
  visits: z.int().nullable(),
  /** Members with at least one; null for an employer like `visits`. */
  members: z.int().nullable(),
  /** Every day of the month, in order; for administrators only. */
  days: z.array(z.object({ date: z.string(), visits: z.int() })).optional(),
  /** Numbers of members by number of visits, from one visit on; without empty numbers. */
  membersByVisits: z.array(z.object({ visits: z.int(), members: z.int() })),
  /** Why numbers are omitted (employer-summary.ts). */
  omitted: omittedNumbers,
  /** True if visits of members who can withdraw the consent to share them are excluded. */
  excludesConsents: z.boolean(),
});
export type MonthSummary = z.output<typeof monthSummary>;

/** The name under which a day's visits are counted. */
const dayTally = (date: string): string => `day${date.slice(8)}`;
/** The name under which members with so many visits are counted. */
const membersTally = (visits: number): string => `members${visits}`;

export interface CountedMember {
  /** Visits of the month before and after. */
  before: number;
  after: number;
}

/** How the numbers of a month move when days are counted (1) or withdrawn (-1) and members come more or less often. */
export function summarySteps(
  dates: readonly string[],
  members: readonly CountedMember[],
  by: 1 | -1 = 1,
): Record<string, number> {
  const steps: Record<string, number> = {};
  const step = (name: string, change: number) => (steps[name] = (steps[name] ?? 0) + change);
  for (const date of dates) step(dayTally(date), by);
  for (const { before, after } of members) {
    if (before === after) continue;
    if (before > 0) step(membersTally(before), -1);
    if (after > 0) step(membersTally(after), 1);
  }
  return steps;
}

/** The summary of a month from what is counted; nothing counted is a month without visits. */
function summaryOf(periodId: PeriodId, tallies: Readonly<Record<string, unknown>>) {
  const of = (name: string) => Number(tallies[name] ?? 0);
  const days = Array.from({ length: daysInPeriod(periodId) }, (_, index) => {
    const date = `${periodStart(periodId).slice(0, 8)}${String(index + 1).padStart(2, '0')}`;
    return { date, visits: of(dayTally(date)) };
  });
  const membersByVisits = Array.from({ length: daysInPeriod(periodId) }, (_, index) => ({
    visits: index + 1,
    members: of(membersTally(index + 1)),
  })).filter(({ members }) => members > 0);
  return {
    // days do not contain visits without dates
    visits: membersByVisits.reduce((sum, { visits, members }) => sum + visits * members, 0),
    members: membersByVisits.reduce((sum, { members }) => sum + members, 0),
    days,
    membersByVisits,
    omitted: 'none',
    excludesConsents: false,
  } satisfies MonthSummary;
}

/** Smallest number of members that an employer's summary contains. */
export const smallestCell = 5;

/** True for a number of members that an employer does not see. */
export const isSmallCell = (members: number): boolean => members > 0 && members < smallestCell;

/**
 * Separates numbers of members that an employer sees beside their known total. The others are one sum, which determines
 * no small number: each of them can have more than five members. All are one sum if this is impossible.
 */
export function cellsOfTotal<Cell extends { members: number }>(
  cells: readonly Cell[],
): { listed: readonly Cell[]; others: readonly Cell[] } {
  const others = cells.filter(({ members }) => members < 2 * smallestCell);
  const mostOfOne = others.reduce((sum, { members }) => sum + members - 1, 1);
  return others.length === 0 || (others.length > 1 && mostOfOne > smallestCell)
    ? { listed: cells.filter((cell) => !others.includes(cell)), others }
    : { listed: [], others: cells };
}

const countsByVisits = z.record(z.string(), z.int());

/**
 * The members of a club by number of visits in a month. `consents`: those who can withdraw the consent to share visits;
 * the visit log would then reveal theirs as the difference. `at`: ISO instant of the count, empty if unknown.
 */
export const membersByVisits = z.object({
  members: countsByVisits,
  consents: countsByVisits,
  at: z.string().default(''),
});
export type MembersByVisits = z.output<typeof membersByVisits>;

export function membersByVisitsOf(
  counted: readonly { visits: number; mayWithdrawConsent: boolean }[],
  now: Date,
): MembersByVisits {
  const result: MembersByVisits = { members: {}, consents: {}, at: now.toISOString() };
  for (const { visits, mayWithdrawConsent } of counted) {
    const counts = mayWithdrawConsent ? result.consents : result.members;
    counts[visits] = (counts[visits] ?? 0) + 1;
  }
  return result;
}

type VisitCounts = readonly (readonly [visits: number, members: number])[];

const countsIn = (counts: MembersByVisits['members']): VisitCounts =>
  Object.entries(counts).map(([visits, members]) => [Number(visits), members] as const);

/** Returns the members whose visits the total of the month contains. */
const countsOf = (clubs: readonly ClubVisits[]): VisitCounts =>
  clubs.flatMap(({ membersByVisits: of }) => countsIn(of.members));

const sumOfVisits = (counts: VisitCounts): number =>
  counts.reduce((sum, [visits, members]) => sum + visits * members, 0);

const membersIn = (counts: VisitCounts): number => counts.reduce((sum, [, members]) => sum + members, 0);

/** True if of every number of visits at least five members have another one, so that no member's number follows. */
function isMixed(counts: VisitCounts): boolean {
  const byVisits = Map.groupBy(counts, ([visits]) => visits);
  const most = Math.max(...[...byVisits.values()].map(membersIn));
  return counts.length === 0 || membersIn(counts) - most >= smallestCell;
}

export const visitsIn = ({ membersByVisits: { members: counted, consents } }: ClubVisits): number =>
  sumOfVisits([...countsIn(counted), ...countsIn(consents)]);

/** Returns the number of members whose visits were counted. */
export const membersCounted = ({ members, consents }: MembersByVisits): number =>
  membersIn([...countsIn(members), ...countsIn(consents)]);

interface ClubVisits {
  facilityNumber: string;
  membersByVisits: MembersByVisits;
}

export interface VisitRules {
  isListed: (facilityNumber: string) => boolean;
  /** Visits for the reimbursement; 0 without reimbursements. */
  required: number;
  /** Visits of the month as the employer sees them; null if hidden. */
  total: number | null;
  /** ISO instant by which the last right to withdraw the consent was stored; empty without one. */
  consentsSince: string;
}

/**
 * Returns the visits of the clubs that an employer sees, by Facility ID. All that an employer knows is equal for members
 * of one club who both reached the visits for the reimbursement, or both did not, because payroll files name them. So the
 * visits of a club are shown if each of these groups is mixed, and the clubs without shown visits are together, because
 * a total determines their sum. If the total is hidden, or differs from the sum of the clubs, because a member counts at
 * none or visits were added later, one club stays hidden: otherwise the total, or the visits of that member, follow. Numbers
 * that were counted before a member got the right to withdraw the consent are hidden, because after a withdrawal they
 * would be the difference to the visit log.
 */
export function visitsOfClubs(
  clubs: readonly ClubVisits[],
  { isListed, required, total, consentsSince }: VisitRules,
): ReadonlyMap<string, number> {
  const isSafe = (some: readonly ClubVisits[]): boolean => {
    const counts = countsOf(some);
    const groups = [
      counts.filter(([visits]) => visits >= required),
      counts.filter(([visits]) => visits < required),
    ];
    return groups.every(isMixed);
  };
  const sizeOf = (club: ClubVisits) => membersIn(countsOf([club]));
  const visible = clubs
    .filter(
      (club) =>
        isListed(club.facilityNumber) &&
        countsIn(club.membersByVisits.consents).length === 0 &&
        (consentsSince === '' || club.membersByVisits.at > consentsSince) &&
        sizeOf(club) >= 2 * smallestCell &&
        isSafe([club]),
    )
    .toSorted((left, right) => sizeOf(right) - sizeOf(left));
  const hidden = clubs.filter((club) => sizeOf(club) > 0 && !visible.includes(club));
  const isSum = total === sumOfVisits(countsOf(clubs));
  while (visible.length > 0 && (hidden.length === 0 ? !isSum : !isSafe(hidden)))
    hidden.push(...visible.splice(-1));
  return new Map(visible.map((club) => [club.facilityNumber, visitsIn(club)]));
}

/**
 * Returns a month in numbers as an employer sees it. Numbers of fewer than five members are omitted. The totals are
 * omitted with them, and the next number, because a total that is known otherwise would determine a single one. An open month has no numbers: comparing two days would show who came in between.
 */
export function employerSummary(
  { visits, members, membersByVisits }: Omit<MonthSummary, 'omitted' | 'excludesConsents'>,
  periodId: PeriodId,
  now: Date,
): Omit<MonthSummary, 'excludesConsents'> {
  const hidden = { visits: null, members: null, membersByVisits: [] };
  if (!isClosedUsagePeriod(periodId, now)) return { ...hidden, omitted: 'open' };
  const ascending = membersByVisits.toSorted((left, right) => left.members - right.members);
  const small = ascending.filter((cell) => isSmallCell(cell.members));
  const omitted = new Set(small.length === 0 ? [] : ascending.slice(0, small.length + 1));
  if (omitted.size === 0) return { visits, members, membersByVisits, omitted: 'none' };
  return {
    ...hidden,
    membersByVisits: membersByVisits.filter((cell) => !omitted.has(cell)),
    omitted: 'small',
  };
}

/** Members who can withdraw consent and whose visits are subtracted in a reading; with more, numbers are omitted. */
export const mostConsents = 500;

/**
 * Returns a month in numbers as its reader sees it. Days of all would reveal those of one of few members. `consents`:
 * visits of each member who can withdraw the consent to share them; null for too many. An employer's numbers never
 * contain these, so that neither the visit log nor an earlier reading determines visits after a withdrawal.
 */
export function monthSummaryFor(
  role: Role,
  periodId: PeriodId,
  tallies: Readonly<Record<string, unknown>>,
  { consents, now }: { consents: readonly number[] | null; now: Date },
): MonthSummary {
  const { days, ...numbers } = summaryOf(periodId, tallies);
  if (role === 'systemAdmin') return { ...numbers, days };
  const excludesConsents = consents === null || consents.length > 0;
  const excluded: Record<string, number> = {};
  for (const visits of consents ?? []) excluded[visits] = (excluded[visits] ?? 0) + 1;
  const membersByVisits = numbers.membersByVisits
    .map(({ visits, members }) => ({ visits, members: members - (excluded[visits] ?? 0) }))
    .filter(({ members }) => members > 0);
  const counts = membersByVisits.map(({ visits, members }) => [visits, members] as const);
  const others = { membersByVisits, visits: sumOfVisits(counts), members: membersIn(counts) };
  const summary = { ...employerSummary(others, periodId, now), excludesConsents };
  return consents !== null || summary.omitted === 'open'
    ? summary
    : { ...summary, visits: null, members: null, membersByVisits: [], omitted: 'consent' };
}
