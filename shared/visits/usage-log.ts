import * as z from 'zod';
import { periodOf, previousPeriod, type PeriodId } from '../calendar.ts';
import { fullAddress, type Facility } from '../facilities/facility.ts';
import {
  currentPeriod,
  isClosed,
  lastReportingDay,
  periodOption,
  periodOptionOf,
} from '../periods/period.ts';
import { Refusal } from '../refusal.ts';
import { sharesVisitDays, type VisitSetting, visitRowOf, visitsOf, type Visit } from './visit.ts';
import { onWire } from '../wire-names.ts';
import { firstDayOf, type Member } from '../members/member.ts';

/** For how many months single visits are shown; of earlier ones the total. */
const monthsInDetail = 25;

/** One check-in as the member sees it. `facilityName` is the club where it happened. */
const dailyUsage = z.object({
  date: z.string(),
  /** HH:MM, or empty when the club gave none. */
  time: z.string(),
  facilityName: z.string(),
  counted: z.boolean(),
  /** "Counted", or why not. */
  explanation: z.string(),
});
export type DailyUsage = z.output<typeof dailyUsage>;

/** A membership's month, under its home club (spec 3 §3). */
export const facilityUsagesGroup = z.object({
  memberId: onWire('memberGuid', z.string()),
  facilityName: z.string(),
  facilityAddress: z.string(),
  usagePeriod: periodOption,
  /** The months of this membership, the newest first. */
  availableUsagePeriods: z.array(periodOption),
  dailyUsages: z.array(dailyUsage),
  /** The visits that count. */
  monthlyTotal: z.int(),
  /** Visits of every club of the chain are here. */
  isAfFacility: z.boolean(),
  /** The last day on which clubs may still report visits of the month; null once it is closed. */
  reportedUntil: z.string().nullable(),
  /** False for months whose single visits are no longer shown. */
  isInDetail: z.boolean(),
  /** True when the employer or insurer sees the date and the club of each visit, not only the number. */
  sharesVisitDays: z.boolean(),
  /** The same under the agreement that the program requires now. */
  willShareVisitDays: z.boolean(),
  /** The effects of a hold or pause; null without one. */
  holdNotice: z.string().nullable(),
});
export type FacilityUsagesGroup = z.output<typeof facilityUsagesGroup>;

export const usageLog = z.object({
  availableUsagePeriods: z.array(periodOption),
  facilityUsagesGroups: z.array(facilityUsagesGroup),
});

/** The months of a membership, from the enrollment's to the current one, the newest first; none before it begins. */
export function usagePeriods(member: Pick<Member, 'startsOn' | 'enrolledOn'>, now: Date): PeriodId[] {
  const from = firstDayOf(member);
  const periods: PeriodId[] = [];
  if (from === null) return periods;
  for (let period = currentPeriod(now); period >= periodOf(from); period = previousPeriod(period))
    periods.push(period);
  return periods;
}

/** True when the month's single visits are shown, not only their total. */
export const isInDetail = (period: PeriodId, now: Date): boolean =>
  monthsBetween(period, currentPeriod(now)) < monthsInDetail;

const monthsBetween = (from: PeriodId, to: PeriodId): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(4)) - Number(from.slice(4));

/** Refuses ('invalid') a month in which the membership has no visits to show. */
export function mustBeUsagePeriod(member: Member, period: PeriodId, now: Date): void {
  if (usagePeriods(member, now).includes(period)) return;
  throw new Refusal('invalid', 'Choose a month between your enrollment and today.', 'periodId');
}

interface Month {
  member: Member;
  program: VisitSetting;
  facility: Facility | undefined;
  period: PeriodId;
  /** The month's check-ins, or only how many counted. */
  visits: readonly Visit[] | number;
  holdNotice: string | null;
}

/** A membership's month as it is shown. Check-ins are sorted by day and time, the newest first. */
export function facilityUsagesGroupOf(
  { member, program, facility, period, visits, holdNotice }: Month,
  now: Date,
): FacilityUsagesGroup {
  const rows = typeof visits === 'number' ? [] : visits;
  return {
    memberId: member.id,
    facilityName: facility?.name ?? member.facilityName ?? '',
    facilityAddress: facility ? fullAddress(facility) : '',
    usagePeriod: periodOptionOf(period),
    availableUsagePeriods: usagePeriods(member, now).map(periodOptionOf),
    dailyUsages: rows
      .filter(({ undated }) => undated !== 0)
      .map((visit) => dailyUsageOf(visit, member))
      .toSorted(newestFirst),
    monthlyTotal:
      typeof visits === 'number' ? visits : visits.reduce((sum, visit) => sum + visitsOf(visit), 0),
    isAfFacility: facility?.isAf ?? false,
    reportedUntil: isClosed(period, now) ? null : lastReportingDay(period),
    isInDetail: typeof visits !== 'number',
    sharesVisitDays: sharesVisitDays(member, program),
    willShareVisitDays: program?.showsVisitDays ?? false,
    holdNotice,
  };
}

function dailyUsageOf(visit: Visit, member: Member): DailyUsage {
  const { date, time, facilityName, counted, explanation } = visitRowOf(visit, member);
  // visits without dates are on no day of the calendar
  return { date: date ?? '', time, facilityName, counted, explanation };
}

const newestFirst = (a: DailyUsage, b: DailyUsage): number =>
  `${b.date} ${b.time}`.localeCompare(`${a.date} ${a.time}`);
