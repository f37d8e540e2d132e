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
