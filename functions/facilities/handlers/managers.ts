import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { listFacilityManagers } from '../manager-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.managers, async ({ params: { facilityId } }) => {
  await loadFacility(facilityId);
  return listFacilityManagers(facilityId);
});
