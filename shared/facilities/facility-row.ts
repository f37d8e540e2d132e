import * as z from 'zod';
import { onWire } from '../wire-names.ts';
import type { Facility } from './facility.ts';

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
