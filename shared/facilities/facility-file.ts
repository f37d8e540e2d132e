import type { PlanIds, PlanRecord } from './plans.ts';
import { locationsLike, type Gazetteer } from './locations.ts';
import { facilityNumberPattern, facilityEnrollmentStatuses, facilityLocationTypes } from './facility.ts';
import * as z from 'zod';
import { bankAccountForm, bankAccountTypes } from '../bank-accounts/bank-account.ts';
import { phone, text, normalizeWebAddress } from '../fields.ts';
import { readCheckInDate } from '../visits/check-in.ts';
import { stateCodeOf } from '../states.ts';
import { isPlaceholder, readablePhone, readableState, readableZip } from '../employees/readable-values.ts';

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);

/**
 * Parses the plans of a facility from a cell: plan names separated by semicolons, each followed by a colon and the
 * facility's programs ("Active Aging: Gentle movement; Student Fitness"); without programs, all of them. "None" removes
 * every plan. Returns undefined for a blank cell, otherwise the IDs or the error with its correction.
 */
function readPlans(
  text: string,
  plans: readonly PlanRecord[],
): { ids: Required<PlanIds> } | { error: string } | undefined {
  if (text === '') return undefined;
  if (plain(text) === 'none') return { ids: { planIds: [], programIds: [] } };
  const [planIds, programIds] = [new Set<number>(), new Set<number>()];
  for (const part of text.split(';').filter((text) => text.trim() !== '')) {
    const [name = '', programs] = part.split(':', 2);
    const plan = plans.find((candidate) => plain(candidate.name) === plain(name));
    if (!plan)
      return {
        error: `"${name.trim().slice(0, 50)}" is not a plan. Write ${listOfNames([...plans.map((item) => item.name), 'None'])}.`,
      };
    planIds.add(plan.id);
    const names = programs?.split(',').filter((text) => text.trim() !== '');
    for (const wanted of names ?? plan.programs.map((program) => program.name)) {
      const program = plan.programs.find((candidate) => plain(candidate.name) === plain(wanted));
      if (!program)
        return {
          error: `"${wanted.trim().slice(0, 50)}" is not a program of ${plan.name}. Write ${listOfNames(plan.programs.map((item) => item.name))}.`,
        };
      programIds.add(program.id);
    }
  }
  const sorted = (ids: Set<number>) => [...ids].toSorted((left, other) => left - other);
  return { ids: { planIds: sorted(planIds), programIds: sorted(programIds) } };
}

export type LocatedFacility = { entry: FacilityEntry } | { reason: string };

/**
 * Returns the facility with its coordinates: those of the file, of its ZIP code, or of its city. Throws on a ZIP code of
 * another state and on an unknown location, with the correction to make.
 */
export function locateFacility(entry: FacilityEntry, gazetteer: Gazetteer): LocatedFacility {
  const zip = locationsLike(gazetteer, entry.zipCode).find(({ zipCode }) => zipCode === entry.zipCode);
  if (zip && zip.state !== entry.state)
    return {
      reason: `ZIP code ${entry.zipCode} is in ${zip.city}, ${zip.state}, not in ${entry.state}. Correct the ZIP code or the state.`,
    };
  if (entry.latitude !== undefined) return { entry };
  const city = locationsLike(gazetteer, `${entry.city}, ${entry.state}`)[0];
  const location = zip ?? city;
  if (!location)
    return {
      reason: `${entry.city}, ${entry.state} ${entry.zipCode} was not found. Correct the city or the ZIP code, or add Latitude and Longitude.`,
    };
  return { entry: { ...entry, latitude: location.latitude, longitude: location.longitude } };
}

/** The columns of a facilities file: the title that the portal writes, and accepted alternatives. */
export const facilityColumns = {
  facilityNumber: {
    title: 'Facility ID',
    aliases: ['Facility ID Number', 'Club ID', 'Club Number', 'Number'],
  },
  name: { title: 'Name', aliases: ['Club Name', 'Facility Name', 'Club'] },
  type: { title: 'Type', aliases: ['Facility Type', 'Location Type'], optional: true },
  address1: { title: 'Address', aliases: ['Address 1', 'Street', 'Street Address'] },
  city: { title: 'City' },
  state: { title: 'State' },
  zipCode: { title: 'ZIP Code', aliases: ['ZIP', 'Postal Code'] },
  afNumber: { title: 'AF Number', aliases: ['AF'], optional: true },
  payPerVisit: { title: 'Pay Per Visit', aliases: ['PPV'], optional: true },
  status: { title: 'Status', aliases: ['Enrollment Status'], optional: true },
  statusUntil: { title: 'Until', aliases: ['Status Until', 'Closing Date'], optional: true },
  phone: { title: 'Phone', aliases: ['Phone Number', 'Telephone'], optional: true },
  website: { title: 'Website', aliases: ['Web Address', 'URL'], optional: true },
  description: { title: 'Description', aliases: ['About'], optional: true },
  plans: { title: 'Plans', aliases: ['Plan', 'Programs'], optional: true },
  latitude: { title: 'Latitude', aliases: ['Lat'], optional: true },
  longitude: { title: 'Longitude', aliases: ['Long', 'Lng'], optional: true },
  nameOnAccount: { title: 'Name on Account', aliases: ['Account Name'], optional: true },
  routingNumber: { title: 'Routing Number', aliases: ['Routing', 'ABA'], optional: true },
  accountNumber: { title: 'Account Number', aliases: ['Account'], optional: true },
  accountType: { title: 'Account Type', optional: true },
} as const;
export type FacilityField = keyof typeof facilityColumns;
export const facilityFields = Object.keys(facilityColumns) as FacilityField[];

/** A row as read from the file: one text per column, '' for a blank cell. */
export interface FacilityRow {
  line: number;
  fields: Record<FacilityField, string>;
}

/** Returns the original cells with a masked account number: they are returned to the user who uploaded them. */
export const cellsOf = ({ fields }: FacilityRow): Record<string, string> =>
  Object.fromEntries(
    facilityFields.map((name) => [
      facilityColumns[name].title,
      name === 'accountNumber' && fields[name].length > 4
        ? `xxxxx${fields[name].slice(-4)}`
        : fields[name].slice(0, 400),
    ]),
  );

/** A facility of the file that can be imported; undefined fields were blank and do not change. */
export const facilityEntry = z.object({
  facilityNumber: z.string(),
  name: z.string(),
  address1: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  facilityLocationType: z.literal([0, 1, 2]).optional(),
  afNumber: z.string().optional(),
  isPpv: z.boolean().optional(),
  enrollmentStatus: z.literal([1, 2, 3]).optional(),
  statusUntil: z.string().optional(),
  contactNumber: z.string().optional(),
  website: z.string().optional(),
  description: z.string().optional(),
  planIds: z.array(z.int()).optional(),
  programIds: z.array(z.int()).optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  account: z
    .object({
      nameOnAccount: z.string().optional(),
      routingNumber: z.string(),
      accountNumber: z.string(),
      bankAccountType: z.literal([0, 1]),
    })
    .optional(),
});
export type FacilityEntry = z.output<typeof facilityEntry>;

/**
 * A parsed row: a facility with notes about optional cells that were omitted, or the reason for its rejection with the
 * correction to make.
 */
export type ReadFacility = { entry: FacilityEntry; notes: string[] } | { reason: string };

const required = z.object({
  name: text('Name', { max: 100 }),
  address1: text('Address', { max: 100 }),
  city: text('City', { max: 50 }),
});
const optionalPhone = phone('Phone', { required: false });

class Problems {
  readonly sentences: string[] = [];
  add(message: string): undefined {
    this.sentences.push(message);
    return undefined;
  }
}

/** Fields that only describe a facility: a cell that is not understood is omitted. The others decide about payments. */
const descriptive = ['type', 'phone', 'website', 'description', 'latitude', 'longitude'] as const;
type Descriptive = (typeof descriptive)[number];

// "none" removes plans, "x" is a yes, and 0 is a number
const isBlankText = (text: string): boolean =>
  text !== '' && isPlaceholder(text) && !/^(?:none|[0x])$/i.test(text);

/** Returns the descriptive values of a row and notes about those that were omitted or shortened. */
function describe(fields: FacilityRow['fields']) {
  const notes: string[] = [];
  const omit = (name: Descriptive): undefined => {
    notes.push(`${facilityColumns[name].title} “${fields[name].slice(0, 60)}” was omitted.`);
    return undefined;
  };
  const valueOf = <Value>(name: Descriptive, read: (text: string) => Value | undefined): Value | undefined =>
    fields[name] === '' ? undefined : (read(fields[name]) ?? omit(name));
  const degrees = (most: number) => (text: string) =>
    /^-?\d{1,3}(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= most ? Number(text) : undefined;
  const contactNumber = valueOf('phone', (text) => {
    const [whole, short] = [text, readablePhone(text)].map((number) => optionalPhone.safeParse(number));
    if (whole?.success) return whole.data;
    const number = short?.success ? short.data : undefined;
    if (number !== undefined) notes.push(`Phone “${text.slice(0, 60)}” was read as ${number}.`);
    return number;
  });
  const latitude = valueOf('latitude', degrees(90));
  const longitude = valueOf('longitude', degrees(180));
  if (latitude !== undefined && longitude === undefined) omit('latitude');
  if (latitude === undefined && longitude !== undefined) omit('longitude');
  const hasPosition = latitude !== undefined && longitude !== undefined;
  return {
    values: {
      facilityLocationType: valueOf('type', (text) => optionNamed(text, facilityLocationTypes)?.id),
      contactNumber,
      website: valueOf('website', (text) => normalizeWebAddress(text) ?? undefined),
      description: valueOf('description', (text) => (text.length <= longestDescription ? text : undefined)),
      ...(hasPosition && { latitude, longitude }),
    },
    notes,
  };
}

const longestDescription = 1000;

/** Returns the option with this name or number. */
const optionNamed = <Id extends number>(text: string, options: readonly { id: Id; name: string }[]) => {
  const plainText = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return options.find(
    ({ id, name }) => String(id) === plainText || name.toLowerCase().replaceAll(' ', '') === plainText,
  );
};

/** Returns the option with this name or number; undefined for a blank cell. */
function optionOf<Id extends number>(
  problems: Problems,
  title: string,
  text: string,
  options: readonly { id: Id; name: string }[],
): Id | undefined {
  if (text === '') return undefined;
  const option = optionNamed(text, options);
  if (option) return option.id;
  const names = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options.map(({ name }) => name));
  return problems.add(`"${text}" is not a ${title}. Write ${names}.`);
}

function yesOrNo(problems: Problems, text: string): boolean | undefined {
  if (text === '') return undefined;
  if (/^(yes|y|true|1|x)$/i.test(text)) return true;
  if (/^(no|n|false|0)$/i.test(text)) return false;
  return problems.add(`"${text}" is not a Pay Per Visit mark. Write Yes or No.`);
}

/** Returns a text within the limit; undefined for a blank cell. */
function shortText(problems: Problems, title: string, text: string, most: number): string | undefined {
  if (text === '') return undefined;
  return text.length <= most
    ? text
    : problems.add(`${title} has ${text.length} characters. Write at most ${most}.`);
}

function day(problems: Problems, text: string): string | undefined {
  if (text === '') return undefined;
  return readCheckInDate(text) ?? problems.add(`"${text}" is not a day. Write it as 12/31/2026.`);
}

/** Returns the deposit account; all of its fields are required or none. */
function accountOf(problems: Problems, fields: FacilityRow['fields']): FacilityEntry['account'] {
  const { nameOnAccount, routingNumber, accountNumber, accountType } = fields;
  if (routingNumber === '' && accountNumber === '') return undefined;
  const type = bankAccountTypes.find(({ label }) => label.toLowerCase() === accountType.toLowerCase());
  if (!type)
    return problems.add(
      accountType === ''
        ? 'Account Type is missing. Write Checking or Savings.'
        : `"${accountType}" is not an Account Type. Write Checking or Savings.`,
    );
  const read = bankAccountForm.safeParse({
    nameOnAccount: nameOnAccount === '' ? undefined : nameOnAccount,
    // a sheet that stores it as a number drops leading zeros
    routingNumber: /^\d{7,8}$/.test(routingNumber) ? routingNumber.padStart(9, '0') : routingNumber,
    accountNumber,
    bankAccountType: String(type.value),
  });
  if (read.success) return read.data;
  return problems.add(
    read.error.issues.map(({ message }) => message).join(' ') +
      ' Check it with the club, or leave the account out.',
  );
}

/** Parses one row: a facility, or every error in the row with its correction. */
export function readFacility(row: FacilityRow, planRecords: readonly PlanRecord[] = []): ReadFacility {
  const problems = new Problems();
  const blank = facilityFields.filter(
    (name) => 'optional' in facilityColumns[name] && isBlankText(row.fields[name]),
  );
  const fields = { ...row.fields, ...Object.fromEntries(blank.map((name) => [name, ''])) };
  const { values, notes } = describe(fields);
  notes.push(
    ...blank.map((name) => `${facilityColumns[name].title} “${row.fields[name].slice(0, 60)}” was omitted.`),
  );
  if (fields.facilityNumber === '') problems.add('Facility ID is missing. Write the number of the club.');
  else if (!facilityNumberPattern.test(fields.facilityNumber))
    problems.add(
      `"${fields.facilityNumber}" is not a Facility ID. Write up to 20 letters, digits and hyphens.`,
    );
  const named = required.safeParse(fields);
  if (!named.success) for (const { message } of named.error.issues) problems.add(message);
  const state = stateCodeOf(readableState(fields.state));
  if (state === undefined)
    problems.add(
      fields.state === ''
        ? 'State is missing. Write its code, such as MN.'
        : `"${fields.state}" is not a state. Write its code, such as MN.`,
    );
  const zipCode = readableZip(fields.zipCode);
  if (zipCode === '')
    problems.add(`"${fields.zipCode}" is not a ZIP code. Write five digits, such as 55401.`);
  const plans = readPlans(fields.plans, planRecords);
  if (plans && 'error' in plans) problems.add(plans.error);
  const entry = {
    ...(plans && 'ids' in plans && plans.ids),
    ...values,
    isPpv: yesOrNo(problems, fields.payPerVisit),
    enrollmentStatus: optionOf(problems, 'Status', fields.status, facilityEnrollmentStatuses),
    statusUntil: day(problems, fields.statusUntil),
    afNumber: shortText(problems, 'AF Number', fields.afNumber, 20),
    account: accountOf(problems, fields),
  };
  if (problems.sentences.length > 0 || !named.success || state === undefined)
    return { reason: problems.sentences.join(' ') };
  return {
    entry: {
      ...named.data,
      ...entry,
      facilityNumber: fields.facilityNumber,
      state,
      zipCode,
    },
    notes,
  };
}
