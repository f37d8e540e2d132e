import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { searchFacilities } from '../store.ts';

export const handler = handle(facilities.dropdown, async ({ query }) =>
  searchFacilities(query.searchTerm ?? '', { most: query.takeCount ?? 50, afOnly: query.afOnly ?? false }),
);
