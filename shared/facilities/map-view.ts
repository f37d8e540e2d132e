import type { Point } from './distance.ts';

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
