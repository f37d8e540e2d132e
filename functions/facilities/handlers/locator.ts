import { columnsOf, type MapFacilityColumns } from '../../../shared/facilities/facility-map.ts';
import { facilitiesOfPlans } from '../../../shared/facilities/plans.ts';
import { facilitiesOnMap } from '../map-store.ts';
import { loadPlans } from '../plan-store.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { locationsLike } from '../../../shared/facilities/locations.ts';
import { gazetteer } from '../gazetteer.ts';

interface Query {
  hasGroupMemberships?: boolean | undefined;
  planIds?: string[] | undefined;
  programIds?: string[] | undefined;
}

/** Returns the facilities of the selected plans and programs that are visible to members of the partners. */
async function filteredFacilities(
  { hasGroupMemberships = false, planIds = [], programIds = [] }: Query,
  partnerIds: readonly string[] = [],
): Promise<MapFacilityColumns> {
  const [facilities, plans] = await Promise.all([facilitiesOnMap(), loadPlans(partnerIds)]);
  const filter = { hasGroupMemberships, planIds: planIds.map(Number), programIds: programIds.map(Number) };
  return columnsOf(facilitiesOfPlans(facilities, filter, plans));
}

export const clubLocatorHandler = handle(facilities.clubLocator, async ({ query }) =>
  filteredFacilities(query),
);

export const ownClubLocatorHandler = handle(facilities.ownClubLocator, async ({ query, caller }) =>
  filteredFacilities(query, caller.user?.memberPartnerIds),
);

export const suggestAddressesHandler = handle(facilities.suggestAddresses, async ({ query }) =>
  locationsLike(gazetteer(), query.query),
);
