import { facilities } from '../../shared/facilities/contract.ts';
import { placesLike } from '../../shared/facilities/places.ts';
import { handle } from '../platform/handle.ts';
import { clubsOnMap } from './clubs-on-map.ts';

export const handler = handle(facilities.suggestAddresses, async ({ query }) =>
  placesLike(await clubsOnMap(), query.query),
);
