import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { jobStatuses } from '../jobs/job.ts';
import { onWire } from '../wire-names.ts';
import { showDate, type CalendarDate } from '../calendar.ts';
import { type Facility, timeZoneOf } from '../facilities/facility.ts';
import { refusedVisit, refusesVisit } from '../members/health-consent.ts';
import type { Member } from '../members/member.ts';
import { isScientific, scientificError } from '../visible-text.ts';
import { readTimeText, splitDateAndTime } from '../date-text.ts';
import { isPlaceholder } from '../employees/readable-values.ts';

/** Meaning of a status: a visit, one that the club withdraws, none (denied, no-show), or unknown. */
export type CheckInResult = 'visit' | 'withdrawn' | 'absent' | 'unknown';

const words = (text: string): ReadonlySet<string> => new Set(text.split(', '));

const results: Record<Exclude<CheckInResult, 'unknown'>, ReadonlySet<string>> = {
  visit: words(
    'ok, okay, accepted, allowed, admitted, granted, access granted, approved, success, successful, checked in, check in, signed in, attended, arrived, present, welcome, complete, completed, valid, entry, visit, pass, passed, permitido, autorizado, aprobado, accorde, autorise, erlaubt',
  ),
  withdrawn: words(
    'void, voided, canceled, cancelled, reversed, reversal, deleted, removed, withdrawn, correction, undone, check in void, check in voided, check in reversal, visit void, visit voided, visit reversal, anulado, cancelado, annule, storniert',
  ),
  absent: words(
    'denied, access denied, refused, rejected, failed, fail, failure, declined, blocked, invalid, no show, absent, missed, late cancel, late canceled, late cancelled, early cancel, early canceled, early cancelled, booked, reserved, waitlisted, expired, turned away, past due, declined entry, inactive, suspended, frozen, unauthorized, not found, error, not ok, nok, ko, denegado, rechazado, refuse, verweigert, abgelehnt',
  ),
};

/** Status of a check-in that another row of its file withdraws. */
export const withdrawnInFile = 'Absent';

const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();

/** Warnings, with which the club admits a person: "Granted - past due". */
const warnings = words('booked, reserved, expired, past due, inactive, suspended, frozen');
const admitted =
  /^(?:access )?(?:ok|okay|granted|allowed|admitted|accepted|approved|success|successful|attended|checked in|signed in)$/;

const namesAbsence = (text: string, isAdmitted = false): boolean =>
  [...results.absent].some(
    (word) => ` ${text} `.includes(` ${word} `) && !(isAdmitted && warnings.has(word)),
  );
const namesWithdrawal = (text: string): boolean =>
  [...results.withdrawn].some((word) => ` ${text} `.includes(` ${word} `));
const negated =
  /(?:^| )(?:not|no|non) (?:allowed|admitted|granted|approved|accepted|authorized|valid|active|checked in|attended|permitido|autorizado|autorise)(?: |$)/;

/**
 * Returns what a status of a club's file means; without one, a check-in is a visit. A denial counts anywhere in the text
 * ("Access - Denied (past due)"), except a warning behind "Granted"; a visit or withdrawal only as its first words
 * ("Voided - duplicate"). A withdrawal after other words ("Checked in (voided by staff)") is unknown.
 */
export function resultOfStatus(status: string): CheckInResult {
  const text = plainWords(status);
  // codes have a meaning that is not known
  if (text === '') return /\d/.test(status) ? 'unknown' : 'visit';
  if (results.withdrawn.has(text)) return 'withdrawn';
  const first = plainWords(/^[^-–—:;,(/|]*/.exec(status)?.[0] ?? '');
  if (namesAbsence(text, admitted.test(first)) || negated.test(text)) return 'absent';
  if (results.withdrawn.has(first)) return 'withdrawn';
  if (namesWithdrawal(text)) return 'unknown';
  return results.visit.has(text) || results.visit.has(first) ? 'visit' : 'unknown';
}

const yes = /^(1|x|y|yes|true)$/i;
const no = /^(0|n|no|false)$/i;

const ofVoiding =
  /^(?:(?:void(?:ed)?|reversed|reversal|deleted|removed|denied|denial|deny|refused|refusal|rejected|rejection|declined) ?(?:on|at|by|date|time|timestamp|reason|code)|(?:date|time|reason) (?:of )?(?:void(?:ed)?|reversed|reversal|deleted|denied|denial|refused|rejected)|cancell?ed (?:on|at|by))$/;

/** Returns true for a title with values only for check-ins that do not count: "Voided On", "Denial Reason". */
export const isTitleOfVoiding = (title: string): boolean => ofVoiding.test(plainWords(title));

/** Returns true for a value of a column such as "Voided", which answers yes or no. */
export const isYesOrNo = (value: string): boolean => yes.test(value) || no.test(value);

/**
 * Returns the status of a row. A column with yes or no has the status of its title: "Voided", "Denied", or "Granted". A
 * negative number of visits is a void, and zero is none.
 */
export function statusOfRow(status: string, count: string, title = ''): string {
  if (/^-\d/.test(count)) return 'Void';
  if (/^0+$/.test(count)) return 'Absent';
  if (isTitleOfVoiding(title)) {
    if (isPlaceholder(status) || no.test(status)) return '';
    return /den|refus|reject|declin/i.test(title) ? 'Denied' : 'Void';
  }
  if (!isYesOrNo(status)) return status;
  const ofTitle = resultOfStatus(title.replace(/^(?:is|was)\s+/i, ''));
  if ((ofTitle === 'visit' && plainWords(title) !== '') || /^access$/i.test(title.trim()))
    return yes.test(status) ? '' : 'Denied';
  // 1 and 0 of other titles are codes: "Result"
  if (ofTitle === 'unknown') return status;
  if (no.test(status)) return '';
  return ofTitle === 'absent' ? 'Denied' : 'Void';
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
  /** Whether the date is a different day in the other order, and the file has dates in both. */
  hasUnclearDate: z.boolean().optional(),
});
export type CheckInLine = z.output<typeof checkInLine>;

/** Returns the day of a check-in, with or without a time behind it (`readDateText`); months come before days. */
export const readCheckInDate = (text: string): CalendarDate | undefined =>
  splitDateAndTime(text.replace(zoned, '$1')).date;

/**
 * Returns the time of a check-in as HH:MM, also the one behind its date ("2026-10-05T18:05:00"). Empty when there is none,
 * undefined when the text is no time.
 */
export function readCheckInTime(time: string, date = ''): string | undefined {
  const own = time.trim() === '' ? splitDateAndTime(date).time : time.trim().replace(/^\S*T(?=\d)/, '');
  // a time with a date before it: "11/05/2026 6:15 PM"
  const text = readTimeText(own) === undefined ? splitDateAndTime(own).time || own : own;
  return text === '' ? '' : readTimeText(text.replace(zoned, '$1'));
}

const mostTimes = 3;

/** Returns the lines with times that cannot be read (their days count), and a note with the first ones. */
export function unreadableTimes(lines: readonly CheckInLine[]): { count: number; note: string } {
  const unreadable = lines.filter(({ time, date }) => readCheckInTime(time, date) === undefined);
  const named = unreadable
    .slice(0, mostTimes)
    .map(({ line, time, date }) => `Line ${line}: "${time || date}"`);
  const [only = ''] = named;
  const note =
    unreadable.length > 1
      ? `${named.join('. ')}. Write times as HH:MM.`
      : `${only} is not a time. Write it as HH:MM.`;
  return { count: unreadable.length, note };
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
  if (line.hasUnclearDate)
    return `"${line.date}" is MM/DD or DD/MM: the file has dates in both orders. Write it as YYYY-MM-DD.`;
  if (!date) return `"${line.date}" is not a date. Write it as MM/DD/YYYY.`;
  if (date > today) return `${showDate(date)} is in the future.`;
  if (date < firstAcceptedDay(today))
    return `${showDate(date)} is more than 12 months ago. Visits are accepted for 12 months.`;
  if (resultOfStatus(line.status ?? '') === 'unknown')
    return `"${line.status}" is not a known status. Write OK, Void, or Denied.`;
  if (line.clubId.trim() === '') return 'The club ID is missing.';
  if (!facility) return `There is no club with the ID ${line.clubId}.`;
  if (!member) return memberError(line);
  return refusesVisit(member, date) ? refusedVisit : undefined;
}

/** Digits from which Excel removed leading zeros; key fob numbers have 6 or 7. */
const withoutZeros = /^\d{1,6}$/;

export function memberError({ keyFob: keyFobNumber, memberId, email }: CheckInLine): string {
  if (isScientific(keyFobNumber)) return scientificError('key fob', keyFobNumber);
  if (withoutZeros.test(keyFobNumber))
    return `There is no member with key fob ${keyFobNumber}. Excel removes leading zeros: if it is ${keyFobNumber.padStart(7, '0')}, enter it as text.`;
  if (keyFobNumber) return `There is no member with key fob ${keyFobNumber}.`;
  if (memberId) return `There is no member with the ID ${memberId}.`;
  if (email) return `No membership or more than one belongs to ${email}. Use the key fob.`;
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
/** Zones that follow daylight saving time: "CT", "Central", "Central Time", "US/Central". */
const placesOf: Record<string, string> = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
  AK: 'America/Anchorage',
  H: 'Pacific/Honolulu',
};
const fullNames: Record<string, string> = {
  EASTERN: 'E',
  CENTRAL: 'C',
  MOUNTAIN: 'M',
  PACIFIC: 'P',
  ALASKA: 'AK',
  HAWAII: 'H',
};
const zoned =
  /^(.*\d(?:[:.h]?\d\d.*?|\s*[ap]\.?m?\.?))\s*\(?(Z|UTC|GMT|(?:[ECMP]|AK|H)[SD]?T|(?:US\/)?(?:Eastern|Central|Mountain|Pacific|Alaska|Hawaii)(?: (?:Standard|Daylight))?(?: Time)?|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?|[+-](?:0\d|1[0-4]):?(?:00|15|30|45)|(?<=:\d\d(?:[.,]\d+)?\s?)[+-](?:0\d|1[0-4]))\)?$/i;

/** Returns a zone as a code ("EST") or a generic one ("E", which is Eastern time on any day). */
function plainZone(zone: string): { code: string; generic?: string } {
  const text = zone.toUpperCase().replace(/^(?:US\/|UTC(?=[+-])|GMT(?=[+-]))/, '');
  const [, name = '', kind] = /^([A-Z]{6,8})(?: (STANDARD|DAYLIGHT))?(?: TIME)?$/.exec(text) ?? [];
  const letters = fullNames[name];
  if (letters !== undefined)
    return kind ? { code: `${letters}${kind[0]}T` } : { code: text, generic: letters };
  const short = /^(E|C|M|P|AK|H)T$/.exec(text)?.[1];
  return short === undefined ? { code: text } : { code: text, generic: short };
}

/** Returns the minutes that a zone such as `Z`, `EST`, or `-05:00` is ahead of UTC. */
function minutesAhead(zone: string): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined) return (hoursOf[zone] ?? 0) * 60;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns calendar date and time (HH:MM) of an instant where a facility is. */
export const localTime = (
  at: Date,
  facility: Pick<Facility, 'state' | 'zipCode'>,
): { date: CalendarDate; time: string } => timeIn(at, timeZoneOf(facility));

function timeIn(at: Date, timeZone: string): { date: CalendarDate; time: string } {
  // Swedish writes 2026-10-31 18:30
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, time };
}

/** Returns the instant of a local date and time in a time zone. */
function instantIn(date: CalendarDate, time: string, timeZone: string): Date {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const local = timeIn(asUtc, timeZone);
  return new Date(2 * asUtc.getTime() - new Date(`${local.date}T${local.time}:00Z`).getTime());
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
  const { code, generic } = plainZone(zone);
  const at = generic
    ? instantIn(date, time, placesOf[generic] ?? 'UTC')
    : new Date(new Date(`${date}T${time}:00Z`).getTime() - minutesAhead(code) * 60_000);
  return { ...line, ...localTime(at, facility) };
}

const zoneInTitle = /\(([^()]{1,30})\)\s*$/;

/** Returns a time with the zone in the title of its column, unless it has its own: "Check-in Time (UTC)". */
export function withZoneOfTitle(text: string, title: string): string {
  const named = `${text} ${zoneInTitle.exec(title)?.[1] ?? ''}`.trim();
  return /\d:\d\d|\d ?[ap]\.?m/i.test(text) && !zoned.test(text) && zoned.test(named) ? named : text;
}

const utcMidnight = /[T ]00:00(:00(\.0+)?)?\s*(Z|UTC|\+00:?00)$/i;

/** Returns true if a column contains days that a system wrote as midnights in UTC, which are not instants. */
export const areUtcDays = (values: readonly string[]): boolean => {
  const nonEmpty = values.filter((value) => value !== '');
  return nonEmpty.length > 0 && nonEmpty.every((value) => utcMidnight.test(value));
};

export const withoutUtcMidnight = (value: string): string => value.replace(utcMidnight, '');
