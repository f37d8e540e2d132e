import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { listClubManagers } from '../manager-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.managers, async ({ params: { facilityId } }) => {
  await loadFacility(facilityId);
  return listClubManagers(facilityId);
});
