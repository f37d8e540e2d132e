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
export const keptMapFacility = mapFacility.extend({
  planIds: z.array(z.int()).optional(),
  programIds: z.array(z.int()).optional(),
});
export type KeptMapFacility = z.output<typeof keptMapFacility>;

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

export const onMap = (club: Facility): MapFacility => ({
  id: club.id,
  name: club.name,
  city: club.city,
  state: club.state,
  zipCode: club.zipCode,
  latitude: club.latitude,
  longitude: club.longitude,
  facilityLocationType: club.facilityLocationType,
  takesMembers: isAcceptingMembers(club),
});

/** Sorts facilities by ZIP code, then by name, for storage and transfer. */
export const mapOrder = (left: MapFacility, other: MapFacility): number =>
  compare(left.zipCode, other.zipCode) || compare(left.name, other.name) || compare(left.id, other.id);

const compare = (left: string, other: string): number => (left < other ? -1 : left > other ? 1 : 0);

export const columnsOf = (clubs: readonly MapFacility[]): MapFacilityColumns => ({
  id: clubs.map(({ id }) => id),
  name: clubs.map(({ name }) => name),
  city: clubs.map(({ city }) => city),
  state: clubs.map(({ state }) => state),
  zipCode: clubs.map(({ zipCode }) => zipCode),
  latitude: clubs.map(({ latitude }) => latitude),
  longitude: clubs.map(({ longitude }) => longitude),
  facilityLocationType: clubs.map(({ facilityLocationType }) => facilityLocationType),
  takesMembers: clubs.map(({ takesMembers }) => takesMembers),
});

export const clubsOf = (columns: MapFacilityColumns): MapFacility[] =>
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
