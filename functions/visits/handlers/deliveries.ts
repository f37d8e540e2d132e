import { visits } from '../../../shared/contracts/visits.ts';
import { facilityOfCaller } from '../../facilities/own-facility.ts';
import { handle } from '../../handle.ts';
import { pageOfDeliveries } from '../delivery-store.ts';

export const handler = handle(visits.deliveries, ({ query, caller }) =>
  pageOfDeliveries(facilityOfCaller(caller), query.cursor),
);
