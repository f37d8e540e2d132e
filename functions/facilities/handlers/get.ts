import { facilities } from '../../../shared/contracts/facilities.ts';
import { fullAddress } from '../../../shared/facilities/facility.ts';
import { planNamesOf } from '../../../shared/facilities/plans.ts';
import { handle } from '../../handle.ts';
import { loadPlans } from '../plan-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.get, async ({ query }) => {
  const [club, plans] = await Promise.all([loadFacility(query.facilityId), loadPlans()]);
  return {
    ...club,
    displayName: club.name,
    fullAddress: fullAddress(club),
    activePlanAndProgramNames: planNamesOf(club, plans),
  };
});
