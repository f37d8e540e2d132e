import * as z from 'zod';
import { plainWords } from './plain-words.ts';

/** A place of the United States that a search may be centered on; a city has no ZIP code of its own. */
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

/** One ZIP code as the sources list it. */
export type ZipCode = Omit<Place, 'label'>;

/** The ZIP codes of GeoNames' own file format: tabs between code, place, state and, ninth and tenth, the point. */
export const zipCodesOfGeoNames = (text: string): ZipCode[] =>
  text
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , , , state]) => state)
    .map(([, zipCode = '', city = '', , state = '', , , , , latitude, longitude]) => ({
      zipCode,
      city,
      state,
      latitude: Number(latitude),
      longitude: Number(longitude),
    }));

/**
 * All places as lines, in order of what a search compares: `plain words|city|state|latitude|longitude|weight`, where the
 * weight of a city is its number of ZIP codes, and `ZIP code|city|state|latitude|longitude`.
 */
export interface Gazetteer {
  cities: readonly string[];
  zipCodes: readonly string[];
}

/** The gazetteer of a list of ZIP codes. A city is in the middle of its own; spellings with "St." are one city. */
export function makeGazetteer(zipCodes: readonly ZipCode[]): Gazetteer {
  const cities = new Map<string, ZipCode[]>();
  for (const zip of zipCodes) {
    const key = plainWords(`${zip.city} ${zip.state}`);
    const there = cities.get(key);
    if (there) there.push(zip);
    else cities.set(key, [zip]);
  }
  return {
    cities: [...cities]
      .map(([key, there]) => {
        const { city, state } = there[0] ?? { city: '', state: '' };
        const name = there.find((one) => !/^st\b/i.test(one.city))?.city ?? city;
        return [key, name, state, middle(there, 'latitude'), middle(there, 'longitude'), there.length].join(
          '|',
        );
      })
      .toSorted(inOrder),
    zipCodes: zipCodes
      .map(({ zipCode, city, state, latitude, longitude }) =>
        [zipCode, city, state, rounded(latitude), rounded(longitude)].join('|'),
      )
      .toSorted(inOrder),
  };
}

/** By code unit, as the search compares: a locale's order would put spaces and bars elsewhere. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Four decimals are eleven metres. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** The median, which one far ZIP code does not pull along. */
function middle(zipCodes: readonly ZipCode[], axis: 'latitude' | 'longitude'): number {
  const values = zipCodes.map((zip) => zip[axis]).toSorted((one, other) => one - other);
  return rounded(values[Math.floor(values.length / 2)] ?? 0);
}

/** The first line that is not below a text. */
function firstFrom(lines: readonly string[], text: string): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((lines[half] ?? '') < text) low = half + 1;
    else high = half;
  }
  return low;
}

/**
 * The places that a text begins: a ZIP code, a city, or "city, state"; the largest cities first, eight at most. "St."
 * and "Saint" are the same word.
 */
export function placesLike({ cities, zipCodes }: Gazetteer, typed: string): Place[] {
  const search = plainWords(typed);
  if (search === '') return [];
  // the four digits after a ZIP code name a street, which is finer than any place here
  const zip = /^(\d{1,5})(?: \d{0,4})?$/.exec(search)?.[1];
  if (zip) {
    const first = firstFrom(zipCodes, zip);
    return zipCodes
      .slice(first, first + mostPlaces)
      .filter((line) => line.startsWith(zip))
      .map(zipCodeOf);
  }
  const found: { line: string; weight: number }[] = [];
  for (let row = firstFrom(cities, search); row < cities.length; row += 1) {
    const line = cities[row] ?? '';
    if (!line.startsWith(search)) break;
    const weight = Number(line.slice(line.lastIndexOf('|') + 1));
    // few are kept and most are small, so nearly every line costs one comparison
    if (found.length === mostPlaces && weight <= (found.at(-1)?.weight ?? 0)) continue;
    const before = found.findIndex((one) => one.weight < weight);
    found.splice(before === -1 ? found.length : before, 0, { line, weight });
    found.length = Math.min(found.length, mostPlaces);
  }
  return found.map(({ line }) => cityOf(line));
}

function cityOf(line: string): Place {
  const [, city = '', state = '', latitude, longitude] = line.split('|');
  return placeOf(`${city}, ${state}`, { city, state, zipCode: '' }, latitude, longitude);
}

function zipCodeOf(line: string): Place {
  const [zipCode = '', city = '', state = '', latitude, longitude] = line.split('|');
  return placeOf(`${city}, ${state} ${zipCode}`, { city, state, zipCode }, latitude, longitude);
}

const placeOf = (
  label: string,
  names: Pick<Place, 'city' | 'state' | 'zipCode'>,
  latitude = '0',
  longitude = '0',
): Place => ({ label, ...names, latitude: Number(latitude), longitude: Number(longitude) });
