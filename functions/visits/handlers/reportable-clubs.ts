import { visits } from '../../../shared/contracts/visits.ts';
import { searchFacilities } from '../../facilities/store.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(visits.reportableClubs, async ({ query }) => {
  const { facilityId, facilityName, facilityIsAf } = await loadMember(query.memberId);
  if (facilityId === null) return [];
  if (facilityIsAf !== true) return [{ id: facilityId, name: facilityName ?? '' }];
  const facilities = await searchFacilities(query.searchTerm ?? '', { most: 20, afOnly: true });
  return facilities.map(({ id, name }) => ({ id, name }));
});
