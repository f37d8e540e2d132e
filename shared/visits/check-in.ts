import * as z from 'zod';
import { isCalendarDate, showDate, type CalendarDate } from '../calendar.ts';
import type { Facility } from '../facilities/facility.ts';
import { refusedVisit, refusesVisit } from '../members/health-consent.ts';
import type { Member } from '../members/member.ts';
import { resultOfStatus } from './check-in-status.ts';

/** One line of a club's check-in file, as it was written. `who` columns may be empty but for one. */
export const checkInLine = z.object({
  line: z.int(),
  keyFob: z.string(),
  memberId: z.string(),
  email: z.string(),
  clubId: z.string(),
  date: z.string(),
  time: z.string(),
  /** Number of visits of a monthly count, whose `date` is a month. */
  count: z.string().optional(),
  /** Status in the file, such as "Void"; absent for a check-in without one. */
  status: z.string().optional(),
});
export type CheckInLine = z.output<typeof checkInLine>;

/**
 * A date as clubs write it: 2026-10-05, 10/05/2026 or 10/5/26, with or without a time behind it.
 * Undefined when it names no day that exists.
 */
export function readCheckInDate(text: string): CalendarDate | undefined {
  const day = text.trim().replace(/,?[T ]\d{1,2}:\d\d.*$/i, '');
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(day);
  const [, month = '', date = '', year = ''] = american ?? [];
  const isoText = american
    ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    : day;
  return isCalendarDate(isoText) ? isoText : undefined;
}

/**
 * A time of day as HH:MM: "18:05", "6:05 pm", or the time behind a date ("2026-10-05T18:05:00"). Empty when there is
 * none, undefined when the text is no time.
 */
export function readCheckInTime(time: string, date = ''): string | undefined {
  const behindDate = /[T ](\d{1,2}:\d\d.*)$/i.exec(date.trim())?.[1] ?? '';
  const text = time.trim() === '' ? behindDate : time.trim().replace(/^\S*T(?=\d)/, '');
  if (text === '') return '';
  const [, hours = '', minutes = '', half] =
    /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?\s*([ap])?\.?m?\.?z?$/i.exec(text) ?? [];
  if (hours === '') return undefined;
  const hourNumber = Number(hours);
  if (half && (hourNumber < 1 || hourNumber > 12)) return undefined;
  const hour = half ? (hourNumber % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hourNumber;
  return hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** Returns the first day with visits that are still accepted: twelve months ago. */
export const firstAcceptedDay = (today: CalendarDate): CalendarDate =>
  `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;

/** The member, club, and day that a line refers to. */
export interface CheckInContext {
  member: Member | undefined;
  facility: Facility | undefined;
  /** The day it is in Chicago. */
  today: CalendarDate;
}

/** Why a facility manager's line is not taken: it names another club than the manager's own (null for any club). */
export const otherFacilityError = ({ clubId }: CheckInLine, ownFacility: string | null): string | undefined =>
  ownFacility === null || clubId.trim() === ownFacility
    ? undefined
    : `This row names club ${clubId}. You can import check-ins of your own club, ${ownFacility}, only.`;

/** Why a check-in is not taken, in words for the person who uploaded it; undefined when it is good. */
export function checkInError(
  line: CheckInLine,
  { member, facility, today }: CheckInContext,
): string | undefined {
  const date = readCheckInDate(line.date);
  if (line.date.trim() === '') return 'The date is missing.';
  if (!date) return `"${line.date}" is not a date. Write it as MM/DD/YYYY.`;
  if (date > today) return `${showDate(date)} is in the future.`;
  if (date < firstAcceptedDay(today))
    return `${showDate(date)} is more than 12 months ago. Visits are accepted for 12 months.`;
  if (readCheckInTime(line.time, line.date) === undefined)
    return `"${line.time}" is not a time. Write it as HH:MM, or leave it empty.`;
  if (resultOfStatus(line.status ?? '') === 'unknown')
    return `"${line.status}" is not a known status. Write OK, Void, or Denied.`;
  if (line.clubId.trim() === '') return 'The club ID is missing.';
  if (!facility) return `There is no club with the ID ${line.clubId}.`;
  if (!member) return memberError(line);
  return refusesVisit(member, date) ? refusedVisit : undefined;
}

export function memberError({ keyFob: keyFobNumber, memberId, email }: CheckInLine): string {
  if (keyFobNumber) return `There is no member with key fob ${keyFobNumber}.`;
  if (memberId) return `There is no member with the ID ${memberId}.`;
  if (email) return `No one membership belongs to ${email}. Use the key fob.`;
  return 'A key fob, a member ID or an email address is missing.';
}
