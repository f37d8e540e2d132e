import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { pageOfFacilities } from '../store.ts';

export const handler = handle(facilities.listAll, async ({ query }) => pageOfFacilities(query));
