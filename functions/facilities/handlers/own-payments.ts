import { dateInChicago } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { paymentsToFacility } from '../facility-payment-store.ts';
import { ownFacilityId } from '../own-facility.ts';

export const handler = handle(facilities.ownPayments, async ({ query, caller, now }) =>
  paymentsToFacility(ownFacilityId(caller), query.cursor, dateInChicago(now)),
);
