import { facilities } from '../../../shared/contracts/facilities.ts';
import type { Point } from '../../../shared/facilities/distance.ts';
import { goalZooms } from '../../../shared/facilities/facility-map.ts';
import { loadOnce } from '../../app/data.ts';

export interface LocationHit {
  label: string;
  isExact: boolean;
  zoom: number;
  locate: () => Promise<Point>;
}

export type LocationSource = (typed: string) => Promise<LocationHit[]>;

const same = (left: string, other: string): boolean =>
  left.trim().toLowerCase() === other.trim().toLowerCase();

export const ownPlaces: LocationSource = async (typed) =>
  (await loadOnce(facilities.suggestAddresses, { query: { query: typed } })).map(
    ({ label, city, zipCode, latitude, longitude }) => ({
      label,
      isExact: [label, city, zipCode].some((name) => same(name, typed)),
      zoom: goalZooms.place,
      locate: async () => ({ latitude, longitude }),
    }),
  );
