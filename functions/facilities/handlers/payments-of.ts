import { dateInChicago } from '../../../shared/calendar.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { paymentsToFacility } from '../facility-payment-store.ts';
import { loadFacility } from '../store.ts';

export const handler = handle(facilities.paymentsOf, async ({ params: { facilityId }, query, now }) => {
  await loadFacility(facilityId);
  return paymentsToFacility(facilityId, query.cursor, dateInChicago(now));
});
