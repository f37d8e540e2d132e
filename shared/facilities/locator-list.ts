import type { MapFacility } from './facility-map.ts';
import { milesBetween } from './distance.ts';
import { type ClusterSettings, isInside, type MapView } from './map-view.ts';
import { plainWords } from './plain-words.ts';

export interface ListedClub extends MapFacility {
  /** Miles from the middle of the map. */
  miles: number;
}

/** How far from the middle of the map the nearest club may be to be shown instead of nothing, in miles (spec 3 §9). */
const recenterMiles = 40;

/** Whether the map is zoomed so far out that clubs are clusters and nothing is listed (spec 3 §4). */
export const isTooFarOut = ({ zoom }: Pick<MapView, 'zoom'>, { maxZoom }: ClusterSettings): boolean =>
  Math.floor(zoom) <= maxZoom;

/** The clubs inside the view, nearest to its middle first; none while the map is zoomed too far out (spec 3 §4). */
export function clubsInView(
  clubs: readonly MapFacility[],
  view: MapView,
  settings: ClusterSettings,
): ListedClub[] {
  if (isTooFarOut(view, settings)) return [];
  return clubs
    .filter((club) => isInside(view.bounds, club))
    .map((club) => ({ ...club, miles: milesBetween(view.center, club) }))
    .toSorted((one, other) => one.miles - other.miles || one.id.localeCompare(other.id));
}

/**
 * The club that a view without any is to be moved to: the nearest within forty miles of its middle. None while the map
 * is zoomed too far out, or when there are clubs to see (spec 3 §4).
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

/** The first clubs by name, at most `most`, that have all of the typed words in name, city, state or ZIP code. */
export function matchFacilities(clubs: readonly MapFacility[], typed: string, most: number): MapFacility[] {
  const words = plainWords(typed).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return clubs
    .filter(({ name, city, state, zipCode }) => {
      const found = ` ${plainWords(`${name} ${city} ${state} ${zipCode}`)}`;
      return words.every((word) => found.includes(` ${word}`));
    })
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
    .slice(0, most);
}
