import { columnsOf, type MapFacilityColumns } from '../../shared/facilities/facility-map.ts';
import { facilitiesOfPlans } from '../../shared/facilities/plans.ts';
import { facilitiesOnMap } from './map-store.ts';
import { loadPlans } from './plan-store.ts';

interface Query {
  hasGroupMemberships?: boolean | undefined;
  planIds?: string[] | undefined;
  programIds?: string[] | undefined;
}

/** Returns the facilities of the selected plans and programs that are visible to members of the partners. */
export async function filteredFacilities(
  { hasGroupMemberships = false, planIds = [], programIds = [] }: Query,
  partnerIds: readonly string[] = [],
): Promise<MapFacilityColumns> {
  const [facilities, plans] = await Promise.all([facilitiesOnMap(), loadPlans(partnerIds)]);
  const filter = { hasGroupMemberships, planIds: planIds.map(Number), programIds: programIds.map(Number) };
  return columnsOf(facilitiesOfPlans(facilities, filter, plans));
}
