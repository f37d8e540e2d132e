import { facility, type Facility } from '../../shared/facilities/facility.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { get, getMany, mustGet } from '../table/table.ts';

export const facilityColumns = ['name', 'facilityIDNumber', 'state'] as const;

export const facilityEntity = entity({
  name: 'facility',
  schema: facility,
  key: ({ id }) => keys.facility(id),
  inList: (club) => ({
    list: lists.facilities(),
    sorts: { name: club.name, facilityIDNumber: club.facilityIDNumber, state: club.state },
    words: [club.name, club.facilityIDNumber, club.city, club.zipCode],
  }),
});

export const findFacility = (id: string): Promise<Facility | undefined> =>
  get(facilityEntity, keys.facility(id));

export const loadFacility = (id: string): Promise<Facility> =>
  mustGet(facilityEntity, keys.facility(id), 'There is no such club.');

export const loadFacilities = (ids: readonly string[]): Promise<Facility[]> =>
  getMany(facilityEntity, ids.map(keys.facility));

export const facilityChange = (before: Facility | null, after: Facility): Change[] =>
  change(facilityEntity, before, after, {
    lost: new Refusal('conflict', 'Somebody else changed this club meanwhile. Reload and try again.'),
  });
