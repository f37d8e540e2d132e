import * as z from 'zod';
import { calendarDate, reasonText } from '../fields.ts';
import { recordId, recordVersion } from '../ids.ts';
import { onWire } from '../wire-names.ts';
import type { Member } from '../members/member.ts';
import { plural } from '../number-words.ts';
import { type NotCounted, whyNotCounted } from './counting.ts';
import { permitsVisitDays } from '../enrollment/agreement-text.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import {
  addDays,
  dateInChicago,
  daysInPeriod,
  periodName,
  periodStart,
  type PeriodId,
  periodOf,
} from '../calendar.ts';
import type { Facility } from '../facilities/facility.ts';
import { refusedVisit, refusesVisit } from '../members/health-consent.ts';
import { firstAcceptedDay, memberError, otherFacilityError, type CheckInLine } from './check-in.ts';
import { readMonth } from './facility-columns.ts';

/** How many months back the newest archived month is: single visits are shown for 25, with the current one. */
export const archivedFrom = 26;

/** Number of months to check, so that a missed month is archived by a later run. */
export const archiveCheckMonths = 6;

/** How many years the bucket keeps an archived month: as long as payments that were counted from its visits. */
export const archiveYears = 5;

/** The folder of the files bucket that holds a partner's archived visits of a month, a line of JSON each. */
export const archiveFolder = (partnerId: string, periodId: string): string =>
  `visit-archive/${periodId}/${partnerId}/`;

export const withdrawalReason = z.object({ reason: reasonText() });

/** A check-in that its club withdraws, such as one of another person. */
export const withdrawalForm = withdrawalReason.extend({
  memberId: onWire('memberGuid', recordId),
  facilityNumber: onWire('facilityIDNumber', z.string().regex(/^[\w-]{1,64}$/)),
  date: calendarDate('Visit Date'),
});

/** Why a check-in is no visit, in the words people read (decision 7). */
export const notCountedNames: Record<NotCounted, string> = {
  sameDay: 'Same day, not counted',
  notEnrolled: 'Not enrolled, not counted',
  beforeEnrollment: 'Before the enrollment, not counted',
  afterEnrollment: 'After the enrollment, not counted',
  onHold: 'On hold, not counted',
  withdrawn: 'Withdrawn by the club, not counted',
};
const waitsForFirstDues = 'Counts when the first dues are sent';

/** A check-in that a facility reported. It is a visit when it counts: at most one per member and day. */
export const visit = z.object({
  memberId: z.string(),
  partnerId: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  memberName: z.string(),
  /** Absent in visits from before the log was searched by it. */
  memberLastName: z.string().optional(),
  /** Calendar date of the check-in in the club's file. */
  date: z.string(),
  /** HH:MM, or empty if the club did not report it. */
  time: z.string(),
  periodId: z.string(),
  /** Why it does not count; null or absent when it does. */
  notCounted: z
    .enum(['sameDay', 'notEnrolled', 'beforeEnrollment', 'afterEnrollment', 'onHold', 'withdrawn'])
    .nullable()
    .optional(),
  /** Number of visits without dates that the record stands for: the part of `reported` beyond the dated visits. */
  undated: z.int().optional(),
  /** Number of visits in the month that the club reported in place of single visits. */
  reported: z.int().optional(),
  version: recordVersion,
});
export type Visit = z.output<typeof visit>;

/** Returns how many visits a check-in counts for: one, none, or those that a club reported without dates. */
export const visitsOf = ({ notCounted, undated = 1 }: Pick<Visit, 'notCounted' | 'undated'>): number =>
  notCounted ? 0 : undated;

/** Returns the result of a check-in: "Counted", "3 visits without dates", or why it does not count. */
export function explanationOf({ notCounted, undated }: Pick<Visit, 'notCounted' | 'undated'>): string {
  if (notCounted) return notCountedNames[notCounted];
  return undated === undefined ? 'Counted' : `${plural(undated, 'visit', 'visits')} without dates`;
}

/** Returns the date of a month's record of visits without dates, which sorts before its days. */
const undatedDay = (periodId: string): string => `${periodId.slice(0, 4)}-${periodId.slice(4)}-00`;

/** The last name a visit is found by; of an older one the last word of the name. */
export const lastNameOf = ({ memberName, memberLastName }: Pick<Visit, 'memberName' | 'memberLastName'>) =>
  memberLastName ?? memberName.split(' ').at(-1) ?? '';

/** The columns of the visit log; each may be sorted by. */
export const visitColumns = ['memberName', 'date', 'facilityName', 'facilityNumber'] as const;

/**
 * A row of the visit log (spec 2 §2): a check-in or, for an employer, the number of visits of a member with an
 * agreement that covers only counts; such a row has neither date nor club.
 */
export const visitRow = z.object({
  memberId: z.string(),
  memberName: z.string(),
  memberEmail: z.string(),
  keyFobNumber: onWire('facilityMemberID', z.string().nullable()),
  /** The member's visits that count in the month; null for an employer while the month is open. */
  visitsInMonth: z.int().nullable(),
  date: z.string().nullable(),
  /** Sent to administrators only. */
  time: z.string().optional(),
  facilityNumber: onWire('facilityIDNumber', z.string().nullable()),
  facilityName: z.string().nullable(),
  counted: z.boolean(),
  /** "Counted", or why not. */
  explanation: z.string(),
});
export type VisitRow = z.output<typeof visitRow>;

/**
 * A check-in of the log with the current `member`, which determines whether the visit waits for the first dues.
 */
export function visitRowOf(
  record: Visit,
  member: Pick<Member, 'activatedOn' | 'email' | 'keyFobNumber'> | undefined,
  visitsInMonth: number | null = 0,
) {
  const waits = member !== undefined && member.activatedOn === null;
  const counted = !record.notCounted && !waits;
  return {
    memberId: record.memberId,
    memberName: record.memberName,
    memberEmail: member?.email ?? '',
    keyFobNumber: member?.keyFobNumber ?? null,
    visitsInMonth,
    date: record.undated === undefined ? record.date : null,
    time: record.time,
    facilityNumber: record.facilityId,
    facilityName: record.facilityName,
    counted,
    explanation: waits && !record.notCounted ? waitsForFirstDues : explanationOf(record),
  } satisfies VisitRow;
}

/** A time of day as people read it: '18:05' → '6:05 PM'; – when the club gave none. */
export function showVisitTime(time: string): string {
  if (time === '') return '–';
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The setting of a program; undefined for a partner without one. */
export type VisitSetting = Pick<GroupMembership, 'showsVisitDays'> | undefined;

/** True if the program shows the employer the date and club of each visit, and the signed agreement states it. */
export const sharesVisitDays = (
  member: Pick<Member, 'agreement'> | undefined,
  program: VisitSetting,
): boolean => program?.showsVisitDays === true && permitsVisitDays(member?.agreement?.version);

/** Explanation of a row that carries a number of visits in place of single visits. */
export const countOnly = 'Count only';

/** A check-in as the employer sees it: never with the time of day. */
export function employerRowOf(
  visit: Visit,
  member: Member | undefined,
  program: VisitSetting,
  visitsInMonth: number | null,
): VisitRow {
  const { time: _, ...row } = visitRowOf(visit, member, visitsInMonth);
  if (sharesVisitDays(member, program)) return row;
  return {
    ...row,
    date: null,
    facilityNumber: null,
    facilityName: null,
    counted: true,
    explanation: countOnly,
  };
}

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
