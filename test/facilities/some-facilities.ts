import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import { facilityPlaces } from '../../infra/local/demo/facilities.ts';
import { defined } from '../support/defined.ts';

export function someFacilities(count: number): MapFacility[] {
  let seed = 20_260_901;
  const chance = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return seed / 4_294_967_296;
  };
  return Array.from({ length: count }, (_, index) => {
    const [zipCode, city, state, latitude, longitude] = defined(
      facilityPlaces[index % facilityPlaces.length],
    );
    return {
      id: String(10_000 + index),
      name: `Alder Fitness ${city} ${index}`,
      city,
      state,
      zipCode,
      latitude: latitude + (chance() - 0.5) * 2,
      longitude: longitude + (chance() - 0.5) * 2,
      facilityLocationType: (index % 3) as 0 | 1 | 2,
      takesMembers: true,
    };
  });
}
