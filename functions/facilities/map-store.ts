import { keptMapFacility, mapOrder, type KeptMapFacility } from '../../shared/facilities/facility-map.ts';
import { keys } from '../table/keys.ts';
import { countOf } from '../table/list.ts';
import { eachItem } from '../table/table.ts';
import { mapChanges } from './store.ts';

let stored: { changes: number; clubs: KeptMapFacility[] } | undefined;

/**
 * Returns every facility for the map. Cached in memory with the number of facility changes, so that a response costs
 * one small read until a facility changes.
 */
export async function clubsOnMap(): Promise<KeptMapFacility[]> {
  const changes = await countOf(mapChanges);
  if (stored?.changes !== changes) {
    const clubs: KeptMapFacility[] = [];
    for await (const item of eachItem(keys.facilityOnMap('').pk)) clubs.push(keptMapFacility.parse(item));
    stored = { changes, clubs: clubs.toSorted(mapOrder) };
  }
  return stored.clubs;
}
