import type { FacilityEntry } from './facility-file.ts';
import { locationsLike, type Gazetteer } from './locations.ts';

export type LocatedFacility = { entry: FacilityEntry } | { reason: string };

/**
 * Returns the facility with its coordinates: those of the file, of its ZIP code, or of its city. Throws on a ZIP code of
 * another state and on an unknown location, with the correction to make.
 */
export function locateFacility(entry: FacilityEntry, gazetteer: Gazetteer): LocatedFacility {
  const zip = locationsLike(gazetteer, entry.zipCode).find(({ zipCode }) => zipCode === entry.zipCode);
  if (zip && zip.state !== entry.state)
    return {
      reason: `ZIP code ${entry.zipCode} is in ${zip.city}, ${zip.state}, not in ${entry.state}. Correct the ZIP code or the state.`,
    };
  if (entry.latitude !== undefined) return { entry };
  const city = locationsLike(gazetteer, `${entry.city}, ${entry.state}`)[0];
  const location = zip ?? city;
  if (!location)
    return {
      reason: `${entry.city}, ${entry.state} ${entry.zipCode} was not found. Correct the city or the ZIP code, or add Latitude and Longitude.`,
    };
  return { entry: { ...entry, latitude: location.latitude, longitude: location.longitude } };
}
