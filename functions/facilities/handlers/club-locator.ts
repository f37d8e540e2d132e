import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { filteredFacilities } from '../filtered-facilities.ts';

export const handler = handle(facilities.clubLocator, async ({ query }) => filteredFacilities(query));
