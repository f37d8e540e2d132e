import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { filteredClubs } from '../filtered-facilities.ts';

export const handler = handle(facilities.clubLocator, async ({ query }) => filteredClubs(query));
