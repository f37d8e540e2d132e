import type { MapFacility } from './facility-map.ts';
import { milesBetween } from './distance.ts';
import { type ClusterSettings, isInside, type MapView } from './map-view.ts';
import { plainWords } from './plain-words.ts';

export interface ListedClub extends MapFacility {
  /** Miles from the center of the map. */
  miles: number;
}

/** The maximum distance in miles from the center of an empty map to the facility that it moves to (spec 3 §9). */
const recenterMiles = 40;

/** True when the zoom shows only clusters, so that nothing is listed (spec 3 §4). */
export const isTooFarOut = ({ zoom }: Pick<MapView, 'zoom'>, { maxZoom }: ClusterSettings): boolean =>
  Math.floor(zoom) <= maxZoom;

/** Returns the facilities inside the view, nearest to its center first; none when zoomed too far out (spec 3 §4). */
export function clubsInView(
  clubs: readonly MapFacility[],
  view: MapView,
  settings: ClusterSettings,
): ListedClub[] {
  if (isTooFarOut(view, settings)) return [];
  return clubs
    .filter((club) => isInside(view.bounds, club))
    .map((club) => ({ ...club, miles: milesBetween(view.center, club) }))
    .toSorted((left, other) => left.miles - other.miles || left.id.localeCompare(other.id));
}

/**
 * Returns the facility to which an empty view moves: the nearest within forty miles of its center. Undefined when zoomed
 * too far out, or when the view has facilities (spec 3 §4).
 */
export function clubToMoveTo(
  clubs: readonly MapFacility[],
  view: MapView,
  settings: ClusterSettings,
): MapFacility | undefined {
  if (isTooFarOut(view, settings) || clubs.some((club) => isInside(view.bounds, club))) return undefined;
  let nearest: MapFacility | undefined;
  let least = recenterMiles;
  for (const club of clubs) {
    const miles = milesBetween(view.center, club);
    if (miles > least) continue;
    least = miles;
    nearest = club;
  }
  return nearest;
}

/** Returns the first `most` facilities by name that contain all words in name, city, state, or ZIP code. */
export function matchFacilities(clubs: readonly MapFacility[], input: string, most: number): MapFacility[] {
  const words = plainWords(input).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return clubs
    .filter(({ name, city, state, zipCode }) => {
      const found = ` ${plainWords(`${name} ${city} ${state} ${zipCode}`)}`;
      return words.every((word) => found.includes(` ${word}`));
    })
    .toSorted((left, other) => left.name.localeCompare(other.name) || left.id.localeCompare(other.id))
    .slice(0, most);
}
