import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { onWire } from '../wire-names.ts';

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
