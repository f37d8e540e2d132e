import { facilities } from '../../../shared/contracts/facilities.ts';
import { fullAddress } from '../../../shared/facilities/facility.ts';
import { planNamesOf } from '../../../shared/facilities/plans.ts';
import { handle } from '../../handle.ts';
import { loadPlans } from '../plan-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.get, async ({ query }) => {
  const [facility, plans] = await Promise.all([loadFacility(query.facilityId), loadPlans()]);
  return {
    ...facility,
    displayName: facility.name,
    fullAddress: fullAddress(facility),
    activePlanAndProgramNames: planNamesOf(facility, plans),
  };
});
