import type { ClubOnMap } from './club-map.ts';
import { milesBetween, type Point } from './distance.ts';

export interface ListedClub extends ClubOnMap {
  /** Miles from the place that was chosen; undefined while there is none. */
  miles: number | undefined;
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

/**
 * The locator's list: every club by distance once a place is chosen, and otherwise the clubs whose name, city, state or
 * ZIP code has all of the typed words, by name.
 */
export function locatorList(
  clubs: readonly ClubOnMap[],
  { text, centre }: { text: string; centre: Point | undefined },
): ListedClub[] {
  if (centre)
    return clubs
      .map((club) => ({ ...club, miles: milesBetween(centre, club) }))
      .toSorted((one, other) => one.miles - other.miles);
  const words = plain(text)
    .split(/[\s,]+/)
    .filter(Boolean);
  return clubs
    .filter((club) => {
      const found = plain(`${club.name} ${club.city} ${club.state} ${club.zipCode}`);
      return words.every((word) => found.includes(word));
    })
    .map((club) => ({ ...club, miles: undefined }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id));
}
