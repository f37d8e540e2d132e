import { payments } from '../../../shared/contracts/payments.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { handle } from '../../handle.ts';
import { lists } from '../../table/keys.ts';
import { beginGeneration } from '../generation/generation.ts';
import { checkedInput } from '../generation/generation-input.ts';

export const handler = handle(payments.generateFacilityPayments, async ({ body, caller, now, newId }) => {
  const request = { ...body, paymentTypeId: facilityPayments };
  const input = await checkedInput('facility', request, now);
  const list = lists.facilityPayments(input.programPaymentTypeId, input.periodId);
  return beginGeneration({ id: newId(), kind: 'facility payments', list, input }, caller, now);
});
