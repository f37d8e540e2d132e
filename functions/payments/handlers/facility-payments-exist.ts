import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { hasFacilityPayments } from '../lists/payment-list-store.ts';

export const handler = handle(payments.facilityPaymentsExist, async ({ query }) => ({
  doPaymentsExist: await hasFacilityPayments(query),
}));
