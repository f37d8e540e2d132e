import { addDays, dateInChicago, daysInPeriod, periodName, periodStart, type PeriodId } from '../calendar.ts';
import { periodOf } from '../calendar.ts';
import type { Facility } from '../facilities/facility.ts';
import { refusedVisit, refusesVisit } from '../members/health-consent.ts';
import type { Member } from '../members/member.ts';
import { firstAcceptedDay, memberError, otherFacilityError, type CheckInLine } from './check-in.ts';
import { readMonth } from './facility-dates.ts';
import { whyNotCounted } from './counting.ts';
import { undatedDay, visitsOf, type Visit } from './visit.ts';

/** Returns the days of a month, up to today, on which visits of the member count. */
const countingDays = (member: Member, periodId: PeriodId, now: Date): number =>
  Array.from({ length: daysInPeriod(periodId) }, (_, index) => addDays(periodStart(periodId), index)).filter(
    (date) => date <= dateInChicago(now) && whyNotCounted(member, date) === null,
  ).length;

/** Returns why a club's monthly count is refused; undefined if it is accepted. */
export function monthCountError(
  line: CheckInLine & { count: string },
  {
    member,
    facility,
    ownFacility,
    now,
  }: { member: Member | undefined; facility: Facility | undefined; ownFacility: string | null; now: Date },
): string | undefined {
  const periodId = readMonth(line.date);
  const other = otherFacilityError(line, ownFacility);
  if (other !== undefined) return other;
  if (!periodId) return `"${line.date}" is not a month. Write it as MM/YYYY.`;
  const today = dateInChicago(now);
  if (periodId > periodOf(today)) return `${periodName(periodId)} is in the future.`;
  if (periodId < periodOf(firstAcceptedDay(today)))
    return `${periodName(periodId)} is more than 12 months ago. Visits are accepted for 12 months.`;
  if (!/^\d{1,2}$/.test(line.count) || Number(line.count) > daysInPeriod(periodId))
    return `"${line.count}" is not a number of visits from 0 to ${daysInPeriod(periodId)}.`;
  if (!facility) return `There is no club with the ID ${line.clubId}.`;
  if (!member) return memberError(line);
  if (refusesVisit(member, periodStart(periodId))) return refusedVisit;
  return countingDays(member, periodId, now) === 0
    ? `No visits of ${periodName(periodId)} count for this member: not enrolled, or on hold.`
    : undefined;
}

/**
 * Returns the record of a club's monthly count: the visits beyond the dated ones at this club, so that counts and dated
 * visits of a month never add up twice, and at most one visit per counting day.
 *
 * @param stored all check-ins of the member in the month
 */
export function monthCountRecord(
  {
    member,
    facility,
    periodId,
    count,
  }: { member: Member; facility: Facility; periodId: PeriodId; count: number },
  stored: readonly Visit[],
  now: Date,
): Visit {
  const isOwn = ({ facilityId, undated }: Visit) => facilityId === facility.id && undated !== undefined;
  const others = stored.filter((visit) => !isOwn(visit));
  const sum = (visits: readonly Visit[]) => visits.reduce((total, visit) => total + visitsOf(visit), 0);
  const dated = sum(
    others.filter(({ facilityId, undated }) => facilityId === facility.id && undated === undefined),
  );
  const free = countingDays(member, periodId, now) - sum(others);
  return {
    memberId: member.id,
    partnerId: member.partnerId,
    facilityId: facility.id,
    facilityName: facility.name,
    memberName: `${member.firstName} ${member.lastName}`,
    memberLastName: member.lastName,
    date: undatedDay(periodId),
    time: '',
    periodId,
    notCounted: null,
    reported: count,
    undated: Math.max(0, Math.min(count - dated, free)),
    version: stored.find(isOwn)?.version ?? 0,
  };
}
