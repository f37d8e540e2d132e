import * as z from 'zod';
import { onWire } from '../wire-names.ts';

/** What kind of place it is, with its color on the map (spec 3 §2). */
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

/** A club. Its id is its facility ID number, the one that clubs put into their check-in files. */
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
  /** Belongs to the chain whose clubs a member may be transferred between (spec 3 §4). */
  isAf: z.boolean(),
  afNumber: z.string(),
  /** What the club adds to every agreement that is signed for it: plain text, a paragraph a line. */
  rules: z.string().optional(),
  /** Paid per visit: a mark that is shown at the club's members; it changes no amount. */
  isPpv: z.boolean().optional(),
  /** The day since when the status holds, and the first day on which it no longer does; calendar dates. */
  statusSince: z.string().nullable().optional(),
  statusUntil: z.string().nullable().optional(),
  /** The plans and programs that the club takes part in: a club of a program is one of its plan. */
  planIds: z.array(z.int()).optional(),
  programIds: z.array(z.int()).optional(),
  /** True once the club is in the list of all clubs. */
  listed: z.boolean().optional(),
  /** Names the club's deposit account; null until there is one. */
  payeeToken: z.string().nullable(),
  version: z.int(),
});
export type Facility = z.output<typeof facility>;

export const fullAddress = (club: Pick<Facility, 'address1' | 'city' | 'state' | 'zipCode'>): string =>
  `${club.address1}, ${club.city}, ${club.state} ${club.zipCode}`;

/** The number by which agreements name a club. */
export const agreementNumber = ({ afNumber, id }: Pick<Facility, 'afNumber' | 'id'>): string =>
  afNumber || id;
