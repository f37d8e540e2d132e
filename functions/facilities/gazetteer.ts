import type { Gazetteer } from '../../shared/facilities/places.ts';
import text from './gazetteer-data.ts';

const [cities = '', zipCodes = ''] = text.split('\n\n');

/** The cities and ZIP codes of the United States. Kept as lines: taken apart whole they would slow every cold start. */
export const gazetteer: Gazetteer = { cities: cities.split('\n'), zipCodes: zipCodes.split('\n') };
