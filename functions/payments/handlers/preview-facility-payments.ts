import { payments } from '../../../shared/contracts/payments.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { handle } from '../../handle.ts';
import { checkedInput } from '../generation/generation-input.ts';
import { facilityGeneration } from '../generation/generation-kinds.ts';
import { previewPayments } from '../generation/preview-generation.ts';

export const handler = handle(payments.previewFacilityPayments, async ({ query, now }) => {
  const request = { ...query, paymentTypeId: facilityPayments, periodId: query.periodId };
  return previewPayments(facilityGeneration, await checkedInput('facility', request, now), now);
});
