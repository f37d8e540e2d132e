import { facilities } from '../../../shared/contracts/facilities.ts';
import { placesLike } from '../../../shared/facilities/places.ts';
import { handle } from '../../handle.ts';
import { gazetteer } from '../gazetteer.ts';

export const handler = handle(facilities.suggestAddresses, async ({ query }) =>
  placesLike(gazetteer(), query.query),
);
