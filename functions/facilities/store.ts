import { onMap } from '../../shared/facilities/facility-map.ts';
import { facility, type Facility } from '../../shared/facilities/facility.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { tableName } from '../table/client.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList } from '../table/list.ts';
import { get, getMany, mustGet } from '../table/table.ts';

export const facilityColumns = ['name', 'facilityNumber', 'state'] as const;

/** Counts every change of a club; see clubs-on-map.ts. */
export const mapChanges = 'FACILITIES-ON-MAP';

export const facilityEntity = entity({
  name: 'facility',
  schema: facility,
  key: ({ id }) => keys.facility(id),
  inList: (club) => ({
    list: lists.facilities(club.isAf ? 'AF' : 'OTHER'),
    sorts: { name: club.name, facilityNumber: club.facilityNumber, state: club.state },
    words: [club.name, club.facilityNumber, club.city, club.zipCode],
  }),
});

export const findFacility = (id: string): Promise<Facility | undefined> =>
  get(facilityEntity, keys.facility(id));

export const loadFacility = (id: string): Promise<Facility> =>
  mustGet(facilityEntity, keys.facility(id), 'Club not found.');

export const loadFacilities = (ids: readonly string[]): Promise<Facility[]> =>
  getMany(facilityEntity, ids.map(keys.facility));

/** The writes that add or change a club, with its entry for the map and the map's version. */
export const facilityChange = (before: Facility | null, after: Facility): Change[] => [
  ...change(facilityEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this club. Reload and try again.'),
  }),
  { item: { Put: { TableName: tableName(), Item: { ...keys.facilityOnMap(after.id), ...onMap(after) } } } },
  { count: keys.count(mapChanges), by: 1 },
];

/** The first clubs by name that a text finds; of the chain alone, or of all. */
export async function searchFacilities(
  text: string,
  { most, afOnly }: { most: number; afOnly: boolean },
): Promise<Facility[]> {
  const pages = await Promise.all(
    (afOnly ? (['AF'] as const) : (['AF', 'OTHER'] as const)).map(async (chain) =>
      pageOfList(listOf(lists.facilities(chain), facilityColumns, facilityEntity), {
        filter: text,
        pageSize: most,
      }),
    ),
  );
  return pages
    .flatMap(({ items }) => items)
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, most);
}
