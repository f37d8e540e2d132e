import type { Point } from './distance.ts';

/** What a map shows of the world, in degrees. West is above east where the view crosses the 180th meridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** What a map shows after a move. The zoom counts as web maps count: the world is 256 × 2^zoom pixels wide. */
export interface MapView {
  bounds: Bounds;
  center: Point;
  zoom: number;
}

/** Where a map is to go. Only a move that somebody made may lead on to the nearest club. */
export interface MapGoal extends Point {
  zoom: number;
  byUser: boolean;
}

/** The whole country, as the locator opens (spec 3 §9). */
export const wholeCountry: MapGoal = { latitude: 39.5, longitude: -98.35, zoom: 4, byUser: false };

/** Zooms of what a search finds: where one is, a city or ZIP code, a club (spec 3 §9). */
export const goalZooms = { here: 11, place: 11, club: 17 } as const;

/** How far in and out the locator goes; a cluster opens at 20 at the latest (spec 3 §9). */
export const zoomLimits = { least: 3, most: 20 } as const;

/** How clubs become clusters: radius and base size in pixels; above `maxZoom` each club is alone (spec 3 §9). */
export interface ClusterSettings {
  radius: number;
  maxZoom: number;
  baseSize: number;
}

export const clusterSettings = {
  member: { radius: 130, maxZoom: 6, baseSize: 15 },
  public: { radius: 100, maxZoom: 10, baseSize: 30 },
} as const satisfies Record<string, ClusterSettings>;

/** More single clubs than this in one view are drawn as closer clusters; the list stays exact. */
export const crowd = { most: 500, radius: 60, maxZoom: 14 } as const;

/** Diameter of a cluster in pixels: the base size, and more for each tenfold of clubs. */
export const clusterSize = (clubs: number, baseSize: number): number =>
  Math.round(baseSize + 12 * Math.log10(Math.max(1, clubs)));

/** Whether a point is inside, edges included, on either side of the 180th meridian. */
export function isInside({ west, south, east, north }: Bounds, { latitude, longitude }: Point): boolean {
  if (latitude < south || latitude > north) return false;
  if (east - west >= 360) return true;
  const eastward = (degrees: number) => ((degrees % 360) + 360) % 360;
  return eastward(longitude - west) <= eastward(east - west);
}

/** About what a map shows that goes to a point: for a list that must not wait for its map. */
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
