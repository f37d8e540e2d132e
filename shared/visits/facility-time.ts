import type { CalendarDate } from '../calendar.ts';
import type { Facility } from '../facilities/facility.ts';
import { timeZoneOf } from '../facilities/time-zone.ts';
import { readCheckInDate, readCheckInTime, type CheckInLine } from './check-in.ts';

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
