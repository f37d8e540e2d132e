import { facilities } from '../../../shared/contracts/facilities.ts';
import { locationsLike } from '../../../shared/facilities/locations.ts';
import { handle } from '../../handle.ts';
import { gazetteer } from '../gazetteer.ts';

export const handler = handle(facilities.suggestAddresses, async ({ query }) =>
  locationsLike(gazetteer(), query.query),
);
