import type { Gazetteer } from '../../shared/facilities/locations.ts';
import gazetteerText from './gazetteer-data.ts';

let stored: Gazetteer | undefined;

/**
 * Returns the cities and ZIP codes of the United States, loaded on first use. They stay unparsed lines: parsing all of
 * them would slow every cold start.
 */
export function gazetteer(): Gazetteer {
  stored ??= read();
  return stored;
}

function read(): Gazetteer {
  const [cities = '', zipCodes = ''] = gazetteerText().split('\n\n');
  return { cities: cities.split('\n'), zipCodes: zipCodes.split('\n') };
}
