import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { filteredFacilities } from '../filtered-facilities.ts';

export const handler = handle(facilities.ownClubLocator, async ({ query, caller }) =>
  filteredFacilities(query, caller.user?.memberPartnerIds),
);
