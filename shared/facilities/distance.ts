/** Diameter of the earth in miles (spec 3 §9). */
const earthDiameter = 7917.6;

export interface Point {
  latitude: number;
  longitude: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance of two points in miles (haversine, spec 3 §9). */
export function milesBetween(from: Point, to: Point): number {
  const halfLatitude = Math.sin(radians(to.latitude - from.latitude) / 2);
  const halfLongitude = Math.sin(radians(to.longitude - from.longitude) / 2);
  const h =
    halfLatitude ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfLongitude ** 2;
  return earthDiameter * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** Formats a distance: "12.04 miles" (spec 3 §9). */
export const showMiles = (miles: number): string => `${miles.toFixed(2)} miles`;
