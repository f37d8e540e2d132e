import { facilities } from '../../shared/facilities/contract.ts';
import { fullAddress } from '../../shared/facilities/facility.ts';
import { planNamesOf } from '../../shared/facilities/plans.ts';
import { handle } from '../platform/handle.ts';
import { loadFacility } from './store.ts';

export const handler = handle(facilities.get, async ({ query }) => {
  const club = await loadFacility(query.facilityId);
  return {
    ...club,
    displayName: club.name,
    fullAddress: fullAddress(club),
    activePlanAndProgramNames: planNamesOf(club),
  };
});
