import type { CalendarDate } from '../../shared/calendar.ts';
import { onMap } from '../../shared/facilities/facility-map.ts';
import {
  facilityRow,
  facilityRowColumns,
  facilityRowOf,
  type FacilityRow,
  facility,
  type Facility,
} from '../../shared/facilities/facility.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { entity, type ListItem, sortsBy } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import type { Page } from '../../shared/page.ts';
import { listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { get, getMany, mustGet } from '../table/table.ts';
import { put } from '../table/put-item.ts';

export const facilityColumns = ['name', 'facilityNumber', 'state'] as const;

const facilityRowEntity = entity({
  name: 'facility row',
  schema: facilityRow,
  key: ({ id }) => keys.facilityRow(id),
});

function facilityListItem(facility: Facility): ListItem {
  const row = facilityRowOf(facility);
  const { name, facilityNumber, city, state, enrollmentStatus } = row;
  return {
    key: keys.facilityRow(facility.id),
    list: lists.allFacilities(),
    row,
    sorts: sortsBy(facilityRowColumns, {
      name,
      facilityNumber,
      city,
      state,
      enrollmentStatus,
      isAf: facility.isAf ? 0 : 1,
      statusUntil: row.statusUntil,
    }),
    words: [name, facilityNumber, city, facility.zipCode],
  };
}

/** The counter of facility changes; see map-store.ts. */
export const mapChanges = 'FACILITIES-ON-MAP';

const facilityEntity = entity({
  name: 'facility',
  schema: facility,
  key: ({ id }) => keys.facility(id),
  inList: (facility) => ({
    list: lists.facilities(facility.isAf ? 'AF' : 'OTHER'),
    sorts: sortsBy(facilityColumns, {
      name: facility.name,
      facilityNumber: facility.facilityNumber,
      state: facility.state,
    }),
    words: [facility.name, facility.facilityNumber, facility.afNumber, facility.city, facility.zipCode],
  }),
  alsoInLists: (facility) => [facilityListItem(facility)],
});

export const findFacility = (id: string): Promise<Facility | undefined> =>
  get(facilityEntity, keys.facility(id));

export const loadFacility = (id: string): Promise<Facility> =>
  mustGet(facilityEntity, keys.facility(id), 'Facility not found.');

export const loadFacilities = (ids: readonly string[]): Promise<Facility[]> =>
  getMany(facilityEntity, ids.map(keys.facility));

const allFacilities = listOf(lists.allFacilities(), facilityRowColumns, facilityRowEntity);

/** Returns a page of all facilities, with one query and one batch. */
export const pageOfFacilities = (query: ListQuery): Promise<Page<FacilityRow>> =>
  pageOfList(allFacilities, query);

/** Returns the IDs of facilities with a status that ends on or before a day. */
export async function facilitiesWhoseStatusEnds(today: CalendarDate): Promise<string[]> {
  const ids: string[] = [];
  for await (const { rows } of pagesOfList(allFacilities, 'statusUntil')) {
    const due = rows.filter(({ statusUntil }) => statusUntil !== null && statusUntil <= today);
    ids.push(...due.map(({ id }) => id));
    // sorted by end date, those without one last
    if (due.length < rows.length) break;
  }
  return ids;
}

/** The condition that a facility has not changed since it was read: its data is copied elsewhere in the write. */
export const unchangedFacility = ({ id, version }: Facility): Change =>
  conditionCheck(
    keys.facility(id),
    'version = :version',
    { ':version': version },
    new Refusal('conflict', 'Someone else changed this facility. Nothing was changed. Try again.'),
  );

const mapItem = (facility: Facility) => ({
  ...keys.facilityOnMap(facility.id),
  ...onMap(facility),
  ...(facility.planIds && { planIds: facility.planIds }),
  ...(facility.programIds && { programIds: facility.programIds }),
});

/** The writes that add or change a facility, with its map entry and the map's version. */
export const facilityChange = (before: Facility | null, after: Facility): Change[] => [
  ...change(facilityEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this facility. Reload and try again.'),
  }),
  { item: put(mapItem(after)) },
  { count: keys.count(mapChanges), by: 1 },
];

/** Returns the first facilities by name that match a text, from the chain only or from all. */
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
    .toSorted((left, other) => left.name.localeCompare(other.name))
    .slice(0, most);
}

/** Returns the facility with this number in agreements: its AF number or, without one, its facility ID. */
export async function findFacilityByAgreementNumber(number: string): Promise<Facility | undefined> {
  const facilities = await searchFacilities(number, { most: 50, afOnly: true });
  return facilities.find(({ afNumber }) => afNumber === number) ?? (await findFacility(number));
}
