import type { MapFacility } from './facility-map.ts';
import { milesBetween } from './distance.ts';
import { type ClusterSettings, isInside, type MapView } from './map-view.ts';
import { plainWords } from './plain-words.ts';

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
      const searchText = ` ${plainWords(`${name} ${city} ${state} ${zipCode}`)}`;
      return words.every((word) => searchText.includes(` ${word}`));
    })
    .toSorted((left, other) => left.name.localeCompare(other.name) || left.id.localeCompare(other.id))
    .slice(0, most);
}
