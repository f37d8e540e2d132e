import * as z from 'zod';
import { onWire } from '../wire-names.ts';
import { coordinateSteps } from './coordinate-steps.ts';
import type { Facility } from './facility.ts';
import { isAcceptingMembers } from './facility-status.ts';

/** The fields of a facility on the map and in the locator's list. */
const mapFacility = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  facilityLocationType: z.literal([0, 1, 2]),
  /** Accepts new members of group memberships. */
  takesMembers: z.boolean(),
});
export type MapFacility = z.output<typeof mapFacility>;

/** The stored form, with the plans and programs for filtering; these are never sent. */
export const cachedMapFacility = mapFacility.extend({
  planIds: z.array(z.int()).optional(),
  programIds: z.array(z.int()).optional(),
});
export type CachedMapFacility = z.output<typeof cachedMapFacility>;

/**
 * Many facilities as one list per column in the same order: rows would repeat every column name twenty thousand times.
 * In `mapOrder`, neighbors are similar, so that they compress well.
 */
export const mapFacilityColumns = z.object({
  id: z.array(z.string()),
  name: z.array(z.string()),
  city: z.array(z.string()),
  state: z.array(z.string()),
  zipCode: z.array(z.string()),
  latitude: onWire('latitudeSteps', coordinateSteps),
  longitude: onWire('longitudeSteps', coordinateSteps),
  facilityLocationType: z.array(z.literal([0, 1, 2])),
  takesMembers: z.array(z.boolean()),
});
export type MapFacilityColumns = z.output<typeof mapFacilityColumns>;

export const onMap = (facility: Facility): MapFacility => ({
  id: facility.id,
  name: facility.name,
  city: facility.city,
  state: facility.state,
  zipCode: facility.zipCode,
  latitude: facility.latitude,
  longitude: facility.longitude,
  facilityLocationType: facility.facilityLocationType,
  takesMembers: isAcceptingMembers(facility),
});

/** Sorts facilities by ZIP code, then by name, for storage and transfer. */
export const mapOrder = (left: MapFacility, other: MapFacility): number =>
  compare(left.zipCode, other.zipCode) || compare(left.name, other.name) || compare(left.id, other.id);

const compare = (left: string, other: string): number => (left < other ? -1 : left > other ? 1 : 0);

export const columnsOf = (facilities: readonly MapFacility[]): MapFacilityColumns => ({
  id: facilities.map(({ id }) => id),
  name: facilities.map(({ name }) => name),
  city: facilities.map(({ city }) => city),
  state: facilities.map(({ state }) => state),
  zipCode: facilities.map(({ zipCode }) => zipCode),
  latitude: facilities.map(({ latitude }) => latitude),
  longitude: facilities.map(({ longitude }) => longitude),
  facilityLocationType: facilities.map(({ facilityLocationType }) => facilityLocationType),
  takesMembers: facilities.map(({ takesMembers }) => takesMembers),
});

export const facilitiesOf = (columns: MapFacilityColumns): MapFacility[] =>
  columns.id.map((id, row) => ({
    id,
    name: columns.name[row] ?? '',
    city: columns.city[row] ?? '',
    state: columns.state[row] ?? '',
    zipCode: columns.zipCode[row] ?? '',
    latitude: columns.latitude[row] ?? 0,
    longitude: columns.longitude[row] ?? 0,
    facilityLocationType: columns.facilityLocationType[row] ?? 0,
    takesMembers: columns.takesMembers[row] ?? false,
  }));
