import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import type { Member } from '../members/member.ts';
import { plural } from '../plural.ts';
import type { NotCounted } from './counting.ts';
import { onWire } from '../wire-names.ts';

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
export const undatedDay = (periodId: string): string => `${periodId.slice(0, 4)}-${periodId.slice(4)}-00`;

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
  /** The member's visits that count in the month. */
  visitsInMonth: z.int(),
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
  visitsInMonth = 0,
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
