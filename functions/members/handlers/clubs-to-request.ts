import { members } from '../../../shared/contracts/members.ts';
import { isOnHold } from '../../../shared/facilities/facility-status.ts';
import { searchFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.clubsToRequest, async ({ query }) => {
  const [member, found] = await Promise.all([
    loadMember(query.memberId),
    searchFacilities(query.searchTerm ?? '', { most: 20, afOnly: true }),
  ]);
  return found
    .filter((club) => club.id !== member.facilityId && !isOnHold(club))
    .map(({ id, name, city, state }) => ({ id, name: `${name}, ${city}, ${state}` }));
});
