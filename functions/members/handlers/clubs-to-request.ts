import { members } from '../../../shared/contracts/members.ts';
import { isOnHold } from '../../../shared/facilities/facility-status.ts';
import { searchFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.clubsToRequest, async ({ query }) => {
  const [member, facilities] = await Promise.all([
    loadMember(query.memberId),
    searchFacilities(query.searchTerm ?? '', { most: 20, afOnly: true }),
  ]);
  return facilities
    .filter((facility) => facility.id !== member.facilityId && !isOnHold(facility))
    .map(({ id, name, city, state }) => ({ id, name: `${name}, ${city}, ${state}` }));
});
