import * as z from 'zod';
import { onWire } from '../wire-names.ts';
import { showDate, type CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import { recordVersion } from '../ids.ts';
import { calendarDate, choice, flag, phone, state, text, zipCode } from '../fields.ts';
import { timeZoneOfZipCode } from './zip-time-zones.ts';

/** The columns of the administrators' facility list, the default first. */
export const facilityRowColumns = [
  'name',
  'facilityNumber',
  'city',
  'state',
  'enrollmentStatus',
  'isAf',
  'statusUntil',
] as const;

export const facilityRow = z.object({
  id: z.string(),
  facilityNumber: onWire('facilityIDNumber', z.string()),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  enrollmentStatus: z.literal([1, 2, 3]),
  statusUntil: z.string().nullable(),
  isAf: onWire('isAF', z.boolean()),
  isPpv: z.boolean(),
  hasAccount: z.boolean(),
});
export type FacilityRow = z.output<typeof facilityRow>;

export const facilityRowOf = (facility: Facility): FacilityRow => ({
  id: facility.id,
  facilityNumber: facility.facilityNumber,
  name: facility.name,
  city: facility.city,
  state: facility.state,
  enrollmentStatus: facility.enrollmentStatus,
  statusUntil: facility.statusUntil ?? null,
  isAf: facility.isAf,
  isPpv: facility.isPpv ?? false,
  hasAccount: facility.payeeToken !== null,
});

/** Time zones of states, for facilities without a known ZIP code; Chicago's for the others. */
const zonesOfStates: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Phoenix': 'AZ',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
};

/** Returns the IANA time zone of a facility by its ZIP code, otherwise by its state. */
export const timeZoneOf = ({ state, zipCode }: Pick<Facility, 'state' | 'zipCode'>): string =>
  timeZoneOfZipCode(zipCode) ??
  Object.keys(zonesOfStates).find((zone) => zonesOfStates[zone]?.split(' ').includes(state.toUpperCase())) ??
  'America/Chicago';

type Status = Pick<Facility, 'enrollmentStatus' | 'statusUntil'>;

const active = 1;
const held = 2;
const closing = 3;

export const isAcceptingMembers = ({ enrollmentStatus }: Pick<Facility, 'enrollmentStatus'>): boolean =>
  enrollmentStatus === active;

export const isOnHold = ({ enrollmentStatus }: Pick<Facility, 'enrollmentStatus'>): boolean =>
  enrollmentStatus === held;

/**
 * Returns the facility with a status that begins today. On hold: `statusUntil` is the first active day, null when it is
 * not known. Closing: the first closed day, which is required. Throws 'invalid' for a date that is not in the future.
 */
export function withStatus(
  facility: Facility,
  { enrollmentStatus, statusUntil }: Status,
  today: CalendarDate,
): Facility {
  const until = enrollmentStatus === active ? null : (statusUntil ?? null);
  if (enrollmentStatus === closing && until === null)
    throw new Refusal('invalid', 'Enter the first day on which the facility is closed.', 'statusUntil');
  const isNew = until !== (facility.statusUntil ?? null) || enrollmentStatus !== facility.enrollmentStatus;
  if (isNew && until !== null && until <= today)
    throw new Refusal('invalid', 'Enter a day after today.', 'statusUntil');
  const since = enrollmentStatus === facility.enrollmentStatus ? (facility.statusSince ?? null) : today;
  return { ...facility, enrollmentStatus, statusSince: since, statusUntil: until };
}

/** Returns the facility after its status ended (a hold becomes active, closing becomes on hold); undefined before. */
export function afterStatusEnds(facility: Facility, today: CalendarDate): Facility | undefined {
  const until = facility.statusUntil ?? null;
  if (until === null || until > today) return undefined;
  return {
    ...facility,
    enrollmentStatus: facility.enrollmentStatus === closing ? held : active,
    statusSince: until,
    statusUntil: null,
  };
}

/** Returns the effect of a status on the facility's members, as text. */
export function statusEffect({ enrollmentStatus, statusUntil }: Status): string {
  if (enrollmentStatus === active) return 'Members can enroll and be transferred here.';
  if (enrollmentStatus === held) {
    const until = statusUntil ? ` It is active again on ${showDate(statusUntil)}.` : '';
    return `No members can enroll or be transferred here. Current members stay, their visits count, and the facility is paid.${until}`;
  }
  const from = statusUntil
    ? ` It is closed from ${showDate(statusUntil)}: transfer its members before that day.`
    : '';
  return `No members can enroll here. Current members stay until they are transferred, and the facility is paid.${from}`;
}

/** The location types with their colors on the map (spec 3 §2). */
export const facilityLocationTypes = [
  { id: 0, code: 'FitnessFacility', name: 'Fitness facility', color: 'blue' },
  { id: 1, code: 'FitnessClass', name: 'Fitness class', color: 'green' },
  { id: 2, code: 'FlexInstructor', name: 'Flex instructor', color: 'beet' },
] as const;

/** Active 1, on hold 2, closing 3 (spec 3 §4). */
export const facilityEnrollmentStatuses = [
  { id: 1, name: 'Active' },
  { id: 2, name: 'On hold' },
  { id: 3, name: 'Closing' },
] as const;

/** A facility. Its ID is its facility ID number, which check-in files contain. */
export const facility = z.object({
  id: z.string(),
  facilityNumber: onWire('facilityIDNumber', z.string()),
  name: z.string(),
  description: z.string(),
  facilityLocationType: z.literal([0, 1, 2]),
  enrollmentStatus: z.literal([1, 2, 3]),
  address1: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  contactNumber: z.string(),
  website: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** Belongs to the chain, which allows member transfers between its facilities (spec 3 §4). */
  isAf: z.boolean(),
  afNumber: z.string(),
  /** The facility's addition to every agreement that is signed for it: plain text, one paragraph per line. */
  rules: z.string().optional(),
  /** Pay per visit: shown for the facility's members; it changes no amount. */
  isPpv: z.boolean().optional(),
  /** The first day of the status, and the first day after it; calendar dates. */
  statusSince: z.string().nullable().optional(),
  statusUntil: z.string().nullable().optional(),
  /** The facility's plans and programs: a facility of a program also has its plan. */
  planIds: z.array(z.int()).optional(),
  programIds: z.array(z.int()).optional(),
  /** The payee token of the deposit account; null until there is one. */
  payeeToken: z.string().nullable(),
  version: recordVersion,
});
export type Facility = z.output<typeof facility>;

export const fullAddress = (facility: Pick<Facility, 'address1' | 'city' | 'state' | 'zipCode'>): string =>
  `${facility.address1}, ${facility.city}, ${facility.state} ${facility.zipCode}`;

/** Returns the facility's number in agreements. */
export const agreementNumber = ({ afNumber, id }: Pick<Facility, 'afNumber' | 'id'>): string =>
  afNumber || id;

const choices = <Id extends number>(options: readonly { id: Id; name: string }[]) =>
  options.map(({ id, name }) => ({ value: id, label: name }));

const degrees = (label: string) =>
  text(label, {
    max: 12,
    pattern: /^-?\d{1,3}(\.\d{1,8})?$/,
    message: `${label} is not valid. Write degrees, such as 44.9854 or -93.2702.`,
  });

/** The number that check-in files contain. */
export const facilityNumberPattern = /^[A-Za-z0-9-]{1,20}$/;

/** The fields of a facility that administrators edit; its number never changes. */
export const facilityForm = z.object({
  name: text('Name', { max: 100 }),
  description: text('Description', { max: 1000, required: false, lines: true }),
  rules: text('Rules', { max: 2000, required: false, lines: true }),
  facilityLocationType: choice('Type', choices(facilityLocationTypes)),
  address1: text('Address', { max: 100 }),
  city: text('City', { max: 50 }),
  state: state('State'),
  zipCode: zipCode('ZIP Code'),
  latitude: degrees('Latitude'),
  longitude: degrees('Longitude'),
  contactNumber: phone('Phone', { required: false }),
  website: text('Website', {
    max: 300,
    required: false,
    pattern: /^https?:\/\/[^\s/?#@:]+\.[^\s/?#@:]{2,}([/?#:]\S*)?$/i,
    message: 'Website is not valid. Write it as https://www.example.com.',
  }),
  afNumber: text('AF Number', { max: 20, required: false }),
  isPpv: flag('Pay per visit'),
  enrollmentStatus: choice('Status', choices(facilityEnrollmentStatuses)),
  statusUntil: calendarDate('Until', { required: false }),
});

/** The form of a single new facility; its coordinates are those of the ZIP code or the city. */
export const newFacilityForm = facilityForm
  .pick({
    name: true,
    description: true,
    facilityLocationType: true,
    address1: true,
    city: true,
    state: true,
    zipCode: true,
    contactNumber: true,
    website: true,
    afNumber: true,
    isPpv: true,
  })
  .extend({
    facilityNumber: text('Facility ID', {
      max: 20,
      pattern: facilityNumberPattern,
      message: 'Facility ID is not valid. Write at most 20 letters, digits, and hyphens.',
    }),
  });
