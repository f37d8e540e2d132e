import * as z from 'zod';
import { states } from '../states.ts';
import { plainWords } from './plain-words.ts';

/** A location on which a search can center; a city has no ZIP code. */
export const locationFields = z.object({
  label: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Location = z.output<typeof locationFields>;

/** The maximum number of suggestions. */
export const maxPlaces = 8;

export type ZipCode = Omit<Location, 'label'>;

/** Parses the ZIP codes of GeoNames: tab-separated code, place, state, and in columns nine and ten the coordinates. */
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
 * All locations as lines in search order: `plain words|city|state|latitude|longitude|weight`, where the weight of a city
 * is its number of ZIP codes, and `ZIP code|city|state|latitude|longitude`.
 */
export interface Gazetteer {
  cities: readonly string[];
  zipCodes: readonly string[];
}

/** Builds the gazetteer from ZIP codes. A city is in the center of its ZIP codes; "St." and "Saint" are merged. */
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
        const name = there.find((zipCode) => !/^(?:st|ft|mt)\b/i.test(zipCode.city))?.city ?? city;
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

/** Sorts by code unit, as the search compares: a locale's order would place spaces and bars differently. */
const inOrder = (left: string, other: string): number => (left < other ? -1 : left > other ? 1 : 0);

/** Four decimals are eleven meters. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** Returns the median, which one remote ZIP code does not shift. */
function middle(zipCodes: readonly ZipCode[], axis: 'latitude' | 'longitude'): number {
  const values = zipCodes.map((zip) => zip[axis]).toSorted((left, other) => left - other);
  return rounded(values[Math.floor(values.length / 2)] ?? 0);
}

/** Returns the index of the first line that is not less than the text. */
function firstFrom(lines: readonly string[], text: string): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((lines[half] ?? '') < text) low = half + 1;
    else high = half;
  }
  return low;
}

const plainStates = states.map(({ name, abbr }) => ({ name: plainWords(name), code: abbr.toLowerCase() }));

/**
 * Returns the texts of a search with the state as its code: "minneapolis minnesota" is also "minneapolis mn". After a comma,
 * the state may be incomplete: "Minneapolis, Minn". A state's name alone is a city ("New York").
 */
function withStateCodes(input: string): string[] {
  const whole = plainWords(input.replace(/,?\s*(?:usa|u\.s\.a?\.?|united states(?: of america)?)\s*$/i, ''));
  const [, before = '', after = ''] = /^(.+),([^,]+)$/.exec(input) ?? [];
  const [city, start] = [plainWords(before), plainWords(after)];
  return [
    whole,
    ...plainStates.flatMap(({ name, code }) => {
      if (city !== '' && start.length >= 3 && name.startsWith(start)) return [`${city} ${code}`];
      return whole.endsWith(` ${name}`) ? [`${whole.slice(0, -name.length)}${code}`] : [];
    }),
  ];
}

/**
 * Returns the locations that start with the text: a ZIP code, a city, or "city, state"; the largest cities first, at
 * most eight. "St." and "Saint" are equal, and so are a state's name and its code.
 */
export function locationsLike(gazetteer: Gazetteer, input: string): Location[] {
  for (const search of withStateCodes(input)) {
    const locations = locationsOf(gazetteer, search);
    if (locations.length > 0) return locations;
  }
  return [];
}

function locationsOf({ cities, zipCodes }: Gazetteer, search: string): Location[] {
  if (search === '') return [];
  // the ZIP+4 digits identify a street, which is more precise than any location here; a city may come before
  const zip = /^(?:[a-z ]+ )?(\d{5})(?: \d{4})?$|^(\d{1,5})(?: \d{0,4})?$/
    .exec(search)
    ?.slice(1)
    .find(Boolean);
  if (zip) {
    const first = firstFrom(zipCodes, zip);
    return zipCodes
      .slice(first, first + maxPlaces)
      .filter((line) => line.startsWith(zip))
      .map(zipCodeOf);
  }
  const matches: { line: string; weight: number }[] = [];
  for (let row = firstFrom(cities, search); row < cities.length; row += 1) {
    const line = cities[row] ?? '';
    if (!line.startsWith(search)) break;
    const weight = Number(line.slice(line.lastIndexOf('|') + 1));
    // few are kept and most are small, so that nearly every line costs one comparison
    if (matches.length === maxPlaces && weight <= (matches.at(-1)?.weight ?? 0)) continue;
    const before = matches.findIndex((candidate) => candidate.weight < weight);
    matches.splice(before === -1 ? matches.length : before, 0, { line, weight });
    matches.length = Math.min(matches.length, maxPlaces);
  }
  return matches.map(({ line }) => cityOf(line));
}

function cityOf(line: string): Location {
  const [, city = '', state = '', latitude, longitude] = line.split('|');
  return labeledLocation(`${city}, ${state}`, { city, state, zipCode: '' }, latitude, longitude);
}

function zipCodeOf(line: string): Location {
  const [zipCode = '', city = '', state = '', latitude, longitude] = line.split('|');
  return labeledLocation(`${city}, ${state} ${zipCode}`, { city, state, zipCode }, latitude, longitude);
}

const labeledLocation = (
  label: string,
  names: Pick<Location, 'city' | 'state' | 'zipCode'>,
  latitude = '0',
  longitude = '0',
): Location => ({ label, ...names, latitude: Number(latitude), longitude: Number(longitude) });
