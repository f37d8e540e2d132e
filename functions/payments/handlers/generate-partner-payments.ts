import { payments } from '../../../shared/contracts/payments.ts';
import { feesOf } from '../../../shared/payments/generation-form.ts';
import { handle } from '../../handle.ts';
import { lists } from '../../table/keys.ts';
import { beginGeneration } from '../generation/generation.ts';
import { checkedInput } from '../generation/generation-input.ts';

export const handler = handle(payments.generatePartnerPayments, async ({ body, caller, now, newId }) => {
  const fees = feesOf(body);
  const input = await checkedInput('partner', { ...body, fees }, now);
  const list = lists.partnerPayments(input.programPaymentTypeId, input.paymentTypeId, input.periodId);
  return beginGeneration({ id: newId(), kind: 'partner payments', list, input }, caller, now);
});
