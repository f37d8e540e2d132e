import * as z from 'zod';
import { type Point, milesBetween } from './distance.ts';
import { states } from '../states.ts';
import { plainWords } from './plain-words.ts';
import { onWire } from '../wire-names.ts';
import { type Facility, isAcceptingMembers } from './facility.ts';

/** One step is 0.00001 degrees, about a meter: more precise than the map. */
const stepsInDegree = 100_000;

/**
 * Encodes the coordinates of many facilities as deltas in whole steps of 0.00001 degrees, starting at zero. Deltas of
 * neighbors have few digits, so that twenty thousand compress to a third. Decoding rounds to the step; errors do not add
 * up, because each coordinate is rounded before the difference is taken.
 */
export const coordinateSteps = z.codec(z.array(z.int()), z.array(z.number()), {
  decode: (steps) => {
    let position = 0;
    return steps.map((step) => (position += step) / stepsInDegree);
  },
  encode: (degrees) => {
    let before = 0;
    return degrees.map((degree) => {
      const position = Math.round(degree * stepsInDegree);
      const step = position - before;
      before = position;
      return step;
    });
  },
});

/** The visible area of a map in degrees. West is greater than east across the 180th meridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The view of a map after a move. At web map zoom levels, the world is 256 × 2^zoom pixels wide. */
export interface MapView {
  bounds: Bounds;
  center: Point;
  zoom: number;
}

/** The target of a map move. Only a user's move can be followed by a move to the nearest facility. */
export interface MapGoal extends Point {
  zoom: number;
  byUser: boolean;
}

/** The initial view of the locator: the whole country (spec 3 §9). */
export const wholeCountry: MapGoal = { latitude: 39.5, longitude: -98.35, zoom: 4, byUser: false };

/** Zoom levels of search results: the user's location, a city or ZIP code, a facility (spec 3 §9). */
export const goalZooms = { here: 11, place: 11, club: 17 } as const;

/** Zoom limits of the locator; a cluster opens at 20 at the latest (spec 3 §9). */
export const zoomLimits = { least: 3, most: 20 } as const;

/** Cluster settings: radius and base size in pixels; above `maxZoom`, facilities are not clustered (spec 3 §9). */
export interface ClusterSettings {
  radius: number;
  maxZoom: number;
  baseSize: number;
}

export const clusterSettings = {
  member: { radius: 130, maxZoom: 6, baseSize: 15 },
  public: { radius: 100, maxZoom: 10, baseSize: 30 },
} as const satisfies Record<string, ClusterSettings>;

/** Above this number of single facilities in a view, tighter clusters are shown; the list stays exact. */
export const crowd = { most: 500, radius: 60, maxZoom: 14 } as const;

/** Returns the diameter of a cluster in pixels: the base size plus an increment per power of ten. */
export const clusterSize = (facilities: number, baseSize: number): number =>
  Math.round(baseSize + 12 * Math.log10(Math.max(1, facilities)));

/** True when the point is inside, edges included, also across the 180th meridian. */
export function isInside({ west, south, east, north }: Bounds, { latitude, longitude }: Point): boolean {
  if (latitude < south || latitude > north) return false;
  if (east - west >= 360) return true;
  const eastward = (degrees: number) => ((degrees % 360) + 360) % 360;
  return eastward(longitude - west) <= eastward(east - west);
}

/** Returns the approximate view of a map centered on a point, so that the list need not wait for the map. */
export function viewAround({ latitude, longitude, zoom }: Point & { zoom: number }): MapView {
  // half of a map of 800 × 600 pixels, of a world 256 × 2^zoom pixels wide
  const degrees = 360 / (256 * 2 ** zoom);
  const [across, up] = [400 * degrees, 300 * degrees * Math.cos((latitude * Math.PI) / 180)];
  return {
    bounds: {
      west: longitude - across,
      south: Math.max(-90, latitude - up),
      east: longitude + across,
      north: Math.min(90, latitude + up),
    },
    center: { latitude, longitude },
    zoom,
  };
}

export interface ListedFacility extends MapFacility {
  /** Miles from the center of the map. */
  miles: number;
}

/** The maximum distance in miles from the center of an empty map to the facility that it moves to (spec 3 §9). */
const recenterMiles = 40;

/** True when the zoom shows only clusters, so that nothing is listed (spec 3 §4). */
export const isTooFarOut = ({ zoom }: Pick<MapView, 'zoom'>, { maxZoom }: ClusterSettings): boolean =>
  Math.floor(zoom) <= maxZoom;

/** Returns the facilities inside the view, nearest to its center first; none when zoomed too far out (spec 3 §4). */
export function facilitiesInView(
  facilities: readonly MapFacility[],
  view: MapView,
  settings: ClusterSettings,
): ListedFacility[] {
  if (isTooFarOut(view, settings)) return [];
  return facilities
    .filter((facility) => isInside(view.bounds, facility))
    .map((facility) => ({ ...facility, miles: milesBetween(view.center, facility) }))
    .toSorted((left, other) => left.miles - other.miles || left.id.localeCompare(other.id));
}

/**
 * Returns the facility to which an empty view moves: the nearest within forty miles of its center. Undefined when zoomed
 * too far out, or when the view has facilities (spec 3 §4).
 */
export function facilityToMoveTo(
  facilities: readonly MapFacility[],
  view: MapView,
  settings: ClusterSettings,
): MapFacility | undefined {
  if (isTooFarOut(view, settings) || facilities.some((facility) => isInside(view.bounds, facility)))
    return undefined;
  let nearest: MapFacility | undefined;
  let least = recenterMiles;
  for (const facility of facilities) {
    const miles = milesBetween(view.center, facility);
    if (miles > least) continue;
    least = miles;
    nearest = facility;
  }
  return nearest;
}

/** Returns the first `most` facilities by name that contain all words in name, city, state, or ZIP code. */
export function matchFacilities(
  facilities: readonly MapFacility[],
  input: string,
  most: number,
): MapFacility[] {
  const words = plainWords(input).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return facilities
    .filter(({ name, city, state, zipCode }) => {
      const stateName = states.find(({ abbr }) => abbr === state)?.name ?? '';
      const searchText = ` ${plainWords(`${name} ${city} ${stateName} ${state} ${zipCode}`)}`;
      return words.every((word) => searchText.includes(` ${word}`));
    })
    .toSorted((left, other) => left.name.localeCompare(other.name) || left.id.localeCompare(other.id))
    .slice(0, most);
}

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
