import { payments } from '../../../shared/contracts/payments.ts';
import { partnerPaymentRowOf } from '../../../shared/payments/payment-row.ts';
import { handle } from '../../handle.ts';
import { rowsOf } from '../lists/listed-accounts.ts';
import { paymentsOfPartner } from '../lists/payments-of-partner.ts';

export const handler = handle(payments.listPaymentsOfPartner, async ({ params, query, now }) =>
  rowsOf(await paymentsOfPartner({ ...params, ...query }, now), partnerPaymentRowOf),
);
