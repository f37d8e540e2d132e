import * as z from 'zod';
import { isYesOrNo, resultOfStatus } from './check-in-status.ts';
import { readCheckInDate, readCheckInTime } from './check-in.ts';
import { inOrder, readMonth } from './facility-dates.ts';

export const facilityFields = [
  'keyFob',
  'memberId',
  'email',
  'clubId',
  'date',
  'time',
  'count',
  'status',
] as const;
export type FacilityField = (typeof facilityFields)[number];

const maxTitle = 200;

/** Selected column titles by field; '' means that the file has no such column. */
export const facilityColumns = z.partialRecord(z.enum(facilityFields), z.string().trim().max(maxTitle));
export type FacilityColumns = z.output<typeof facilityColumns>;

export const facilityFieldTitles: Record<FacilityField, string> = {
  keyFob: 'Key Fob',
  memberId: 'Member ID',
  email: 'Email',
  clubId: 'Club ID',
  date: 'Date',
  time: 'Time',
  count: 'Visits In Month',
  status: 'Status',
};

interface FieldForm {
  /** Titles in gym systems (ABC Fitness, Mindbody, Club OS, and others), the most specific first. */
  titles: readonly string[];
  /** Titles that are used without values of the form, so that each row states its problem. */
  sure?: readonly string[];
  fits: (value: string) => boolean;
}

const isDate = (value: string): boolean =>
  readCheckInDate(value) !== undefined || readCheckInDate(inOrder(value, 'dmy')) !== undefined;
const isMonth = (value: string): boolean => readMonth(value) !== undefined;
const isTime = (value: string): boolean => !isDate(value) && Boolean(readCheckInTime(value));

const named = (titles: string): string[] => titles.split(', ');

const ownKeyFobTitles = ['Key Fob', 'Keyfob', 'Key Fob Number', 'Key Fob ID', 'Facility Member ID', 'Fob'];

const forms: Record<FacilityField, FieldForm> = {
  keyFob: {
    titles: [
      ...ownKeyFobTitles,
      ...named('Barcode, Barcode Number, Barcode ID, Member Barcode, Key Tag'),
      ...named('Key Tag Number, Access Code, Access ID, Card Number, Scan Code'),
      ...named('Check-in Code, Member Number, Member No, Member, Member ID'),
      ...named('Agreement Number, Agreement No, Agreement, Client ID, Client Number'),
      ...named('Customer ID, RSSID'),
    ],
    sure: [...ownKeyFobTitles, 'Barcode'],
    fits: (value) => /^[\dA-E]{6,7}$/i.test(value),
  },
  memberId: { titles: ['Member ID', 'Member'], sure: ['Member ID', 'Member'], fits: () => true },
  email: {
    titles: ['Email', 'Email Address', 'Member Email', 'Client Email'],
    sure: ['Email', 'Email Address', 'Member Email'],
    fits: (value) => value.includes('@'),
  },
  clubId: {
    titles: [
      ...named('Club ID, Club Number, Club ID Number, Facility ID, Facility ID Number'),
      ...named('Check-in Club, Check-in Location, Visited Club, Location ID'),
      ...named('Location Number, Site ID, Club, Facility, Location, Site, Club Name'),
      ...named('Club Location, Location Name, Facility Name, Home Club, Home Club Number'),
      ...named('Home Location'),
    ],
    // a blank club is a problem of its row
    fits: (value) => !isDate(value),
  },
  date: {
    titles: [
      ...named('Date, Visit Date, Check-in Date, Check-in, Check-in Date/Time'),
      ...named('Check-in Timestamp, Date/Time, Datetime, Visit Date/Time, Timestamp'),
      ...named('Check-in Time, Arrival Date, Arrival, Arrival Time, Entry Date'),
      ...named('Usage Date, Swipe Date, Swipe Time, Visit Time, Month, Visit Month'),
      ...named('Usage Month, Period'),
    ],
    sure: ['Date', 'Visit Date', 'Check-in Date', 'Check-in'],
    fits: (value) => isDate(value) || isMonth(value),
  },
  time: {
    titles: ['Time', 'Visit Time', 'Check-in Time', 'Arrival Time', 'Entry Time', 'Swipe Time', 'Start Time'],
    sure: ['Time', 'Visit Time', 'Check-in Time'],
    fits: isTime,
  },
  count: {
    titles: [
      'Visits',
      'Visit Count',
      'Visits In Month',
      'Monthly Visits',
      'Number Of Visits',
      'Usage',
      'Count',
    ],
    fits: (value) => /^-?\d{1,2}$/.test(value),
  },
  status: {
    // also memberships have a status, which the values show
    titles: [
      ...named('Check-in Status, Visit Status, Attendance Status, Status, Check-in Result, Result'),
      ...named('Transaction Type, Void, Voided, Cancelled, Canceled, Reversed, Deleted'),
    ],
    fits: (value) => resultOfStatus(value) !== 'unknown' || isYesOrNo(value),
  },
};

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/(number|nbr|num)$/, 'no');

/** Returns a predicate for titles of club files, which finds their header below other lines. */
export const isFacilityTitle = (text: string): boolean => titles.has(plain(text));
const titles = new Set(Object.values(forms).flatMap((form) => form.titles.map(plain)));

// a few odd values do not change what a column is
const leastShare = 0.8;

/**
 * Returns the column of each field, by title and content. `chosen` are selected columns, which no other field uses. A
 * column of key fobs is one with their form, whatever the system calls it.
 */
export function detectFacilityColumns(
  header: readonly string[],
  valuesOf: (title: string) => readonly string[],
  chosen: FacilityColumns = {},
): FacilityColumns {
  const columns: FacilityColumns = {};
  const used = new Set(Object.values(chosen).filter((title) => title !== ''));
  const nonEmptyValues = (title: string) => valuesOf(title).filter((value) => value !== '');
  const fits = (title: string, { fits: fit }: FieldForm): boolean => {
    const values = nonEmptyValues(title);
    return values.length > 0 && values.filter(fit).length >= values.length * leastShare;
  };
  for (const field of facilityFields) {
    const form = forms[field];
    const own = chosen[field];
    if (own === '' || (own !== undefined && header.includes(own))) {
      columns[field] = own;
      continue;
    }
    const candidates = form.titles.flatMap((name) =>
      header.filter((title) => plain(title) === plain(name) && !used.has(title)),
    );
    const sure = new Set(form.sure?.map(plain));
    const match =
      candidates.find((title) => fits(title, form)) ??
      candidates.find((title) => sure.has(plain(title)) || nonEmptyValues(title).length === 0);
    if (match === undefined) continue;
    columns[field] = match;
    used.add(match);
  }
  return columns;
}

/** Returns why a file with these columns cannot be read; '' if it can. `ownClub` needs no column of clubs. */
export function facilityColumnsError(columns: FacilityColumns, ownFacility: boolean): string {
  const missing = (field: FacilityField) => `The column "${facilityFieldTitles[field]}" is missing.`;
  if (!columns.date) return missing('date');
  if (!columns.clubId && !ownFacility) return missing('clubId');
  return columns.keyFob || columns.memberId || columns.email
    ? ''
    : 'No column contains key fobs (6 or 7 digits 0–9 and A–E), member IDs, or email addresses.';
}

/** Returns true for a row without a date that sums up others, such as "Total check-ins: 412". */
export const isTotalRow = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^((grand |sub-?)?totals?|(record|check-?in)s?( count)?:)/i.test(cell.trim())) &&
  !cells.some((cell) => isDate(cell.trim()) || isMonth(cell.trim()));
