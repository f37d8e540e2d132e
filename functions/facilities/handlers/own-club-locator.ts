import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { filteredClubs } from '../filtered-facilities.ts';

export const handler = handle(facilities.ownClubLocator, async ({ query, caller }) =>
  filteredClubs(query, caller.user?.memberPartnerIds),
);
