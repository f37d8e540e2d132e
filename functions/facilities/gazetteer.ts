import type { Gazetteer } from '../../shared/facilities/places.ts';
import gazetteerText from './gazetteer-data.ts';

let kept: Gazetteer | undefined;

/**
 * The cities and ZIP codes of the United States, read when they are first asked for. Kept as lines: taken apart whole
 * they would slow every cold start.
 */
export function gazetteer(): Gazetteer {
  kept ??= read();
  return kept;
}

function read(): Gazetteer {
  const [cities = '', zipCodes = ''] = gazetteerText().split('\n\n');
  return { cities: cities.split('\n'), zipCodes: zipCodes.split('\n') };
}
