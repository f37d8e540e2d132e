import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { filteredFacilities } from '../filtered-facilities.ts';
import { locationsLike } from '../../../shared/facilities/locations.ts';
import { gazetteer } from '../gazetteer.ts';

export const clubLocatorHandler = handle(facilities.clubLocator, async ({ query }) =>
  filteredFacilities(query),
);

export const ownClubLocatorHandler = handle(facilities.ownClubLocator, async ({ query, caller }) =>
  filteredFacilities(query, caller.user?.memberPartnerIds),
);

export const suggestAddressesHandler = handle(facilities.suggestAddresses, async ({ query }) =>
  locationsLike(gazetteer(), query.query),
);
