import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { jobStatuses } from '../jobs/job.ts';
import { onWire } from '../wire-names.ts';
import { isCalendarDate, showDate, type CalendarDate } from '../calendar.ts';
import { type Facility, timeZoneOf } from '../facilities/facility.ts';
import { refusedVisit, refusesVisit } from '../members/health-consent.ts';
import type { Member } from '../members/member.ts';

/** Meaning of a status: a visit, one that the club withdraws, none (denied, no-show), or unknown. */
export type CheckInResult = 'visit' | 'withdrawn' | 'absent' | 'unknown';

const words = (text: string): ReadonlySet<string> => new Set(text.split(', '));

const results: Record<Exclude<CheckInResult, 'unknown'>, ReadonlySet<string>> = {
  visit: words(
    'ok, okay, accepted, allowed, admitted, granted, access granted, approved, success, successful, checked in, check in, signed in, attended, arrived, present, complete, completed, valid, entry, visit',
  ),
  withdrawn: words(
    'void, voided, canceled, cancelled, reversed, reversal, deleted, removed, withdrawn, correction, undone',
  ),
  absent: words(
    'denied, access denied, refused, rejected, failed, declined, blocked, invalid, no show, absent, missed, late cancel, late canceled, late cancelled, early cancel, early canceled, early cancelled, booked, reserved, waitlisted, expired',
  ),
};

/** Status of a check-in that another row of its file withdraws. */
export const withdrawnInFile = 'Absent';

/** Returns what a status of a club's file means; without one, a check-in is a visit. */
export function resultOfStatus(status: string): CheckInResult {
  const word = status
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  if (word === '') return 'visit';
  const match = Object.entries(results).find(([, words]) => words.has(word));
  return (match?.[0] as CheckInResult | undefined) ?? 'unknown';
}

const yes = /^(1|x|y|yes|true)$/i;
const no = /^(0|n|no|false)$/i;

/** Returns true for a value of a column such as "Voided", which answers yes or no. */
export const isYesOrNo = (value: string): boolean => yes.test(value) || no.test(value);

/** Returns the status of a row: of a column "Voided" with yes or no, "Void" or none; of a negative number, "Void". */
export function statusOfRow(status: string, count: string): string {
  if (/^-\d/.test(count) || yes.test(status)) return 'Void';
  return no.test(status) ? '' : status;
}

/** A file of check-ins that a club's system put into its folder. */
export const checkInDelivery = z.object({
  id: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  fileName: z.string(),
  /** ISO instant. */
  receivedAt: z.string(),
  /** The job that imports the file; null for a file that cannot be read. */
  jobId: z.string().nullable(),
  /** Why the file cannot be read; '' if it can. */
  problem: z.string(),
  version: recordVersion,
});
export type CheckInDelivery = z.output<typeof checkInDelivery>;

/** A delivered file with the result of its import. */
export const checkInDeliveryRow = checkInDelivery.omit({ facilityId: true, version: true }).extend({
  facilityNumber: onWire('facilityIDNumber', z.string()),
  /** Null for a file that cannot be read. */
  status: z.enum(jobStatuses).nullable(),
  uploaded: z.int(),
  notCounted: z.int(),
  kept: z.int(),
  removed: z.int(),
  failed: z.int(),
});
export type CheckInDeliveryRow = z.output<typeof checkInDeliveryRow>;

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

const hoursOf: Record<string, number> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
  AKDT: -8,
  AKST: -9,
  HST: -10,
};
const zoned = /^(.*\d{1,2}:\d\d.*?)\s*(Z|UTC|GMT|[ECMP][SD]T|AK[SD]T|HST|[+-]\d{2}:?\d{2})$/i;

/** Returns the minutes that a zone such as `Z`, `EST`, or `-05:00` is ahead of UTC. */
function minutesAhead(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return (hoursOf[zone.toUpperCase()] ?? 0) * 60;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns calendar date and time (HH:MM) of an instant where a facility is. */
export function localTime(
  at: Date,
  facility: Pick<Facility, 'state' | 'zipCode'>,
): { date: CalendarDate; time: string } {
  const timeZone = timeZoneOf(facility);
  // Swedish writes 2026-10-31 18:30
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, time };
}

/**
 * Returns a check-in whose time has a zone with the date and time where the club is: "2026-11-01T04:30:00Z" in Chicago
 * is 23:30 on the day before. Other check-ins are unchanged: clubs write their own time.
 */
export function atClub(line: CheckInLine, facility: Pick<Facility, 'state' | 'zipCode'>): CheckInLine {
  const field = line.time === '' ? 'date' : 'time';
  const [, text, zone] = zoned.exec(line[field].trim()) ?? [];
  if (text === undefined || zone === undefined) return line;
  const date = readCheckInDate(text) ?? readCheckInDate(line.date);
  const time = field === 'date' ? readCheckInTime('', text) : readCheckInTime(text);
  if (!date || !time) return line;
  const at = new Date(`${date}T${time}:00Z`);
  return { ...line, ...localTime(new Date(at.getTime() - minutesAhead(zone) * 60_000), facility) };
}

const utcMidnight = /[T ]00:00(:00(\.0+)?)?\s*(Z|UTC|\+00:?00)$/i;

/** Returns true if a column contains days that a system wrote as midnights in UTC, which are not instants. */
export const areUtcDays = (values: readonly string[]): boolean => {
  const nonEmpty = values.filter((value) => value !== '');
  return nonEmpty.length > 0 && nonEmpty.every((value) => utcMidnight.test(value));
};

export const withoutMidnight = (value: string): string => value.replace(utcMidnight, '');
