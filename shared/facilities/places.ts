import * as z from 'zod';
import type { ClubOnMap } from './club-map.ts';

/** A place of the United States that a search may be centred on. */
export const place = z.object({
  label: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Place = z.output<typeof place>;

/** Most places that a search box offers. */
export const mostPlaces = 8;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\bst\.?\s/g, 'saint ')
    .replaceAll(/[\s,]+/g, ' ')
    .trim();

/**
 * The places where there are clubs that a text begins: a ZIP code, a city, or "city, state". "St." and "Saint" are
 * the same word. A city with several ZIP codes is offered once, at the middle of its clubs.
 */
export function placesLike(clubs: readonly ClubOnMap[], typed: string): Place[] {
  const search = plain(typed);
  if (search === '') return [];
  const isZip = /^\d+$/.test(search);
  const found = new Map<string, ClubOnMap[]>();
  for (const club of clubs) {
    const label = isZip ? `${club.city}, ${club.state} ${club.zipCode}` : `${club.city}, ${club.state}`;
    if (!(isZip ? club.zipCode : plain(label)).startsWith(search)) continue;
    found.set(label, [...(found.get(label) ?? []), club]);
  }
  return [...found]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .slice(0, mostPlaces)
    .map(([label, there]) => placeOf(label, there));
}

function placeOf(label: string, clubs: readonly ClubOnMap[]): Place {
  const middle = (values: number[]) =>
    Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e4) / 1e4;
  const [first] = clubs;
  return {
    label,
    city: first?.city ?? '',
    state: first?.state ?? '',
    zipCode: clubs.length === 1 ? (first?.zipCode ?? '') : '',
    latitude: middle(clubs.map(({ latitude }) => latitude)),
    longitude: middle(clubs.map(({ longitude }) => longitude)),
  };
}
