import type { ClubEntry } from './club-file.ts';
import { placesLike, type Gazetteer } from './places.ts';

export type PlacedClub = { entry: ClubEntry } | { reason: string };

/**
 * The club with its coordinates: as given, else of its ZIP code, else of its city. Refuses a ZIP code of another state,
 * and a place that the gazetteer does not know, with what to write instead.
 */
export function placeClub(entry: ClubEntry, gazetteer: Gazetteer): PlacedClub {
  const zip = placesLike(gazetteer, entry.zipCode).find(({ zipCode }) => zipCode === entry.zipCode);
  if (zip && zip.state !== entry.state)
    return {
      reason: `ZIP code ${entry.zipCode} is in ${zip.city}, ${zip.state}, not in ${entry.state}. Correct the ZIP code or the state.`,
    };
  if (entry.latitude !== undefined) return { entry };
  const city = placesLike(gazetteer, `${entry.city}, ${entry.state}`)[0];
  const place = zip ?? city;
  if (!place)
    return {
      reason: `${entry.city}, ${entry.state} ${entry.zipCode} was not found. Correct the city or the ZIP code, or add Latitude and Longitude.`,
    };
  return { entry: { ...entry, latitude: place.latitude, longitude: place.longitude } };
}
