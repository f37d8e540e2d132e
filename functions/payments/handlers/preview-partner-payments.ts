import { payments } from '../../../shared/contracts/payments.ts';
import { feesOf } from '../../../shared/payments/generation-form.ts';
import { handle } from '../../handle.ts';
import { checkedInput } from '../generation/generation-input.ts';
import { previewPartners } from '../generation/preview-generation.ts';

export const handler = handle(payments.previewPartnerPayments, async ({ query, now }) => {
  const request = { ...query, periodId: query.periodId, fees: feesOf(query) };
  return previewPartners(await checkedInput('partner', request, now), now);
});
