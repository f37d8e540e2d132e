import * as z from 'zod';
import { daysInPeriod, periodStart, type PeriodId, isClosedUsagePeriod } from '../calendar.ts';
import type { Role } from '../roles.ts';

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
  omitted: z.enum(['none', 'small', 'open']),
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
    visits: days.reduce((sum, day) => sum + day.visits, 0),
    members: membersByVisits.reduce((sum, { members }) => sum + members, 0),
    days,
    membersByVisits,
    omitted: 'none',
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

/**
 * The members of a club by number of visits in a month. `consents`: how many of them can withdraw the consent to share
 * visits; the visit log would then reveal theirs as the difference.
 */
export const membersByVisits = z.object({ members: z.record(z.string(), z.int()), consents: z.int() });
export type MembersByVisits = z.output<typeof membersByVisits>;

export function membersByVisitsOf(
  counted: readonly { visits: number; mayWithdrawConsent: boolean }[],
): MembersByVisits {
  const members: Record<string, number> = {};
  for (const { visits } of counted) members[visits] = (members[visits] ?? 0) + 1;
  return { members, consents: counted.filter(({ mayWithdrawConsent }) => mayWithdrawConsent).length };
}

type VisitCounts = readonly (readonly [visits: number, members: number])[];

const countsOf = (clubs: readonly ClubVisits[]): VisitCounts =>
  clubs.flatMap(({ membersByVisits: of }) =>
    Object.entries(of.members).map(([visits, members]) => [Number(visits), members] as const),
  );

const membersIn = (counts: VisitCounts): number => counts.reduce((sum, [, members]) => sum + members, 0);

/** True if of every number of visits at least five members have another one, so that nobody's number follows. */
function isMixed(counts: VisitCounts): boolean {
  const byVisits = Map.groupBy(counts, ([visits]) => visits);
  const most = Math.max(...[...byVisits.values()].map(membersIn));
  return counts.length === 0 || membersIn(counts) - most >= smallestCell;
}

export const visitsIn = (club: ClubVisits): number =>
  countsOf([club]).reduce((sum, [visits, members]) => sum + visits * members, 0);

interface ClubVisits {
  facilityNumber: string;
  membersByVisits: MembersByVisits;
}

/**
 * Returns the visits of the clubs that an employer sees, by Facility ID. All that an employer knows is equal for members
 * of one club who both reached the visits for the reimbursement, or both did not, because payroll files name them. So the
 * visits of a club are shown if each of these groups is mixed, and the clubs without shown visits are together, because
 * a total determines their sum. If the employer does not see the total, one club stays hidden, so that it does not follow.
 *
 * @param required visits for the reimbursement; 0 without reimbursements
 */
export function visitsOfClubs(
  clubs: readonly ClubVisits[],
  {
    isListed,
    required,
    isTotalKnown,
  }: {
    isListed: (facilityNumber: string) => boolean;
    required: number;
    isTotalKnown: boolean;
  },
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
        club.membersByVisits.consents === 0 &&
        sizeOf(club) >= 2 * smallestCell &&
        isSafe([club]),
    )
    .toSorted((left, right) => sizeOf(right) - sizeOf(left));
  const hidden = clubs.filter((club) => sizeOf(club) > 0 && !visible.includes(club));
  while (visible.length > 0 && (hidden.length === 0 ? !isTotalKnown : !isSafe(hidden)))
    hidden.push(...visible.splice(-1));
  return new Map(visible.map((club) => [club.facilityNumber, visitsIn(club)]));
}

/**
 * Returns a month in numbers as an employer sees it. Numbers of fewer than five members are omitted. The totals are
 * omitted with them, and the next number, because a total that is known otherwise would determine a single one. An open month has no numbers: comparing two days would show who came in between.
 */
export function employerSummary(
  { visits, members, membersByVisits }: Omit<MonthSummary, 'omitted'>,
  periodId: PeriodId,
  now: Date,
): MonthSummary {
  if (!isClosedUsagePeriod(periodId, now))
    return { visits: null, members: null, membersByVisits: [], omitted: 'open' };
  const ascending = membersByVisits.toSorted((left, right) => left.members - right.members);
  const small = ascending.filter((cell) => isSmallCell(cell.members));
  const omitted = new Set(small.length === 0 ? [] : ascending.slice(0, small.length + 1));
  if (omitted.size === 0) return { visits, members, membersByVisits, omitted: 'none' };
  return {
    visits: null,
    members: null,
    membersByVisits: membersByVisits.filter((cell) => !omitted.has(cell)),
    omitted: 'small',
  };
}

/** Returns a month in numbers as its reader sees it. Days of all would reveal those of one of few members. */
export function monthSummaryFor(
  role: Role,
  periodId: PeriodId,
  tallies: Readonly<Record<string, unknown>>,
  now: Date,
): MonthSummary {
  const { days, ...numbers } = summaryOf(periodId, tallies);
  return role === 'systemAdmin' ? { ...numbers, days } : employerSummary(numbers, periodId, now);
}
