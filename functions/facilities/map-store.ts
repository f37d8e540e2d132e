import { cachedMapFacility, mapOrder, type CachedMapFacility } from '../../shared/facilities/facility-map.ts';
import { keys } from '../table/keys.ts';
import { countOf } from '../table/list.ts';
import { eachItem } from '../table/table.ts';
import { mapChanges } from './store.ts';

let stored: { changes: number; facilities: CachedMapFacility[] } | undefined;

/**
 * Returns every facility for the map. Cached in memory with the number of facility changes, so that a response costs
 * one small read until a facility changes.
 */
export async function facilitiesOnMap(): Promise<CachedMapFacility[]> {
  const changes = await countOf(mapChanges);
  if (stored?.changes !== changes) {
    const facilities: CachedMapFacility[] = [];
    for await (const item of eachItem(keys.facilityOnMap('').pk))
      facilities.push(cachedMapFacility.parse(item));
    stored = { changes, facilities: facilities.toSorted(mapOrder) };
  }
  return stored.facilities;
}
