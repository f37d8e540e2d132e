import { dateOrder, inOrder } from '../employees/date-order.ts';
import { readCheckInDate, isTitleOfVoiding, isYesOrNo, resultOfStatus, readCheckInTime } from './check-in.ts';
import { isScientific } from '../visible-text.ts';
import { plainKeyFob } from '../employees/key-fob.ts';
import * as z from 'zod';
import { onWire } from '../wire-names.ts';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a month as yyyymm: "2026-10", "10/2026", "October 2026", "Oct-26", "202610"; undefined for other texts. */
export function readMonth(text: string): string | undefined {
  const [, a = '', b = ''] = /^([a-z]{3,9}|\d{1,4})[ /.,-]{0,2}(\d{1,4})$/i.exec(text.trim()) ?? [];
  const compact = /^(20\d\d)(0[1-9]|1[0-2])$/.exec(text.trim());
  if (compact) return text.trim();
  const named = monthNames.indexOf(a.slice(0, 3).toLowerCase()) + 1;
  const [month, year] = named > 0 ? [named, b] : a.length === 4 ? [Number(b), a] : [Number(a), b];
  const isYear = year.length === 4 || (named > 0 && year.length === 2);
  if (!isYear || !(month >= 1 && month <= 12)) return undefined;
  return `${year.padStart(4, '20')}${String(month).padStart(2, '0')}`;
}

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
  /** Titles whose column is used if any of its values is significant. */
  significant?: { titles: readonly string[]; isSignificant: (value: string) => boolean };
  /** Whether the values identify the column without its title. */
  fitsAlone?: (values: readonly string[], title: string) => boolean;
}

const isDate = (value: string): boolean =>
  readCheckInDate(value) !== undefined || readCheckInDate(inOrder(value, 'dmy')) !== undefined;
const isMonth = (value: string): boolean => readMonth(value) !== undefined;
const isTime = (value: string): boolean => !isDate(value) && Boolean(readCheckInTime(value));

/** Returns a number of visits without decimals; negative in parentheses, as in accounting: "(1)", "8.0". */
export const plainCount = (text: string): string =>
  text
    .trim()
    .replace(/^\((\d+)\)$/, '-$1')
    .replace(/^\u2212/, '-')
    .replace(/^(-?\d+)\.0+$/, '$1');

const isResult = (value: string): boolean => resultOfStatus(value) !== 'unknown';
/** Titles of columns about memberships, which also expire or are canceled. */
const ofMembership = /member|agreement|contract|billing|payment|account|plan|client|customer/i;
const isStatus = (value: string): boolean => isResult(value) || isYesOrNo(value);

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
    // also numbers that Excel changed, so that each row states its problem
    fits: (value) => /^[\dA-E]{6,7}$/i.test(plainKeyFob(value)) || isScientific(value),
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
    fits: (value) => /^-?\d{1,2}$/.test(plainCount(value)),
  },
  status: {
    // also memberships have a status, which the values show
    titles: [
      ...named('Check-in Status, Visit Status, Attendance Status, Status, Check-in Result, Result'),
      ...named('Transaction Type, Void, Voided, Cancelled, Canceled, Reversed, Deleted'),
      ...named('Access, Access Result, Access Status, Entry Status, Entry Result, Outcome, Decision'),
      ...named('Event, Event Type, Action, Response, Disposition, Allowed, Granted, Access Granted'),
      ...named('Denied, Access Denied, Is Void, Is Voided, Is Denied, Is Deleted, Is Canceled'),
      ...named('Is Cancelled, Is Reversed, Was Voided, No Show, Success, Valid'),
    ],
    fits: isStatus,
    // rows with other values state their problem
    significant: {
      titles: [
        ...named('Check-in Status, Visit Status, Attendance Status, Check-in Result'),
        ...named('Access Result, Access Status, Entry Status, Entry Result'),
      ],
      isSignificant: (value) => ['absent', 'withdrawn'].includes(resultOfStatus(value)),
    },
    // whatever its title: rows that the club denied must not count
    fitsAlone: (values, title) => {
      const results = new Set(values.map(resultOfStatus));
      const resultCount = values.filter(isResult).length;
      const areResults = results.has('visit')
        ? resultCount >= values.length * leastResults
        : resultCount === values.length;
      const isOfVisits = results.has('absent') || (results.has('visit') && results.has('withdrawn'));
      return isOfVisits && areResults && !ofMembership.test(title);
    },
  },
};

const plain = (title: string): string =>
  title
    .replace(/(?<=\S)\s*\([^()]*\)\s*$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/(number|nbr|num)$/, 'no');

/** Returns a predicate for titles of club files, which finds their header below other lines. */
export const isFacilityTitle = (text: string): boolean => titles.has(plain(text));
const titles = new Set(Object.values(forms).flatMap((form) => form.titles.map(plain)));

// "Attended", "No-show", and "Guest" in one column
const leastResults = 0.7;

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
  const fits = (title: string, { fits: fit, significant }: FieldForm): boolean => {
    const values = nonEmptyValues(title);
    if (
      significant?.titles.some((name) => plain(name) === plain(title)) &&
      values.some(significant.isSignificant)
    )
      return true;
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
      candidates.find((title) => sure.has(plain(title)) || nonEmptyValues(title).length === 0) ??
      header.find((title) => {
        const values = nonEmptyValues(title);
        return !used.has(title) && values.length > 0 && form.fitsAlone?.(values, title);
      });
    if (match === undefined) continue;
    columns[field] = match;
    used.add(match);
  }
  return columns;
}

/** Returns further columns of results besides the detected one: a check-in that any of them denies does not count. */
export function furtherResultColumns(
  header: readonly string[],
  valuesOf: (title: string) => readonly string[],
  columns: FacilityColumns,
): string[] {
  const used = new Set(Object.values(columns));
  const names = new Set(forms.status.titles.map(plain));
  return header.filter((title) => {
    const values = valuesOf(title).filter((value) => value !== '');
    if (!used.has(title) && isTitleOfVoiding(title)) return true;
    // yes and no belong to titles such as "Denied", not "Action"
    const answersTitle = isResult(title.replace(/^(?:is|was)\s+/i, ''));
    const fits = (value: string): boolean => (isYesOrNo(value) ? answersTitle : isResult(value));
    // other rows of such a column are no results: "Guest", "Retail"
    const isOfVisits = !['status', 'estado'].includes(plain(title)) && !ofMembership.test(title);
    const hasRefusals = values.some((value) => ['absent', 'withdrawn'].includes(resultOfStatus(value)));
    return (
      !used.has(title) &&
      names.has(plain(title)) &&
      values.length > 0 &&
      (values.every(fits) || (isOfVisits && hasRefusals))
    );
  });
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

/**
 * Returns why selected columns cannot be the ones of their fields: none of their values fits. Without this reason, every
 * next file of the format would fail in the same way.
 */
export function selectedColumnsError(
  selected: FacilityColumns,
  valuesOf: (title: string) => readonly string[],
): string {
  const fitsNone = (field: FacilityField): boolean => {
    const values = valuesOf(selected[field] ?? '').filter((value) => value !== '');
    return values.length > 0 && !values.some((value) => forms[field].fits(value));
  };
  const hasOther = Boolean(selected.memberId || selected.email);
  if (fitsNone('date')) return `The column "${selected.date}" contains no dates. Select another one.`;
  return fitsNone('keyFob') && !hasOther
    ? `The column "${selected.keyFob}" contains no key fobs. Select another one.`
    : '';
}

/** Returns true for a row without a date that sums up others, such as "Total check-ins: 412". */
export const isTotalRow = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^((grand |sub-?)?totals?|(record|check-?in)s?( count)?:)/i.test(cell.trim())) &&
  !cells.some((cell) => isDate(cell.trim()) || isMonth(cell.trim()));

/** Values shown per column. */
export const maxSamples = 3;

/** What a club file contains, before its import. */
export const facilityFileCheck = z.object({
  /** Each column with sample values. */
  titles: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  columns: z.array(
    z.object({ field: z.enum(facilityFields), title: z.string(), from: z.string().nullable() }),
  ),
  /** True if the dates fit both orders and none was selected for such files. */
  asksDateOrder: z.boolean(),
  /** Why the file cannot be read yet; '' if it can. */
  error: onWire('problem', z.string()),
  rows: z.int(),
  /** What was not read, such as social security numbers. */
  notes: z.array(z.string()).default([]),
});
export type FacilityFileCheck = z.output<typeof facilityFileCheck>;

/** Selected columns and date order as JSON in the form of the file; stored for the next files with these titles. */
export const facilityFileChoice = z.object({ columns: facilityColumns, dateOrder: dateOrder.nullable() });
export type FacilityFileChoice = z.output<typeof facilityFileChoice>;
