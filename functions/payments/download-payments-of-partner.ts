import { payments } from '../../shared/payments/contract.ts';
import { loadPartner } from '../partners/store.ts';
import { handle } from '../platform/handle.ts';
import { paymentsWorkbook } from './payment-sheets.ts';
import { paymentsOfPartner } from './payments-of-partner.ts';

export const handler = handle(payments.downloadPaymentsOfPartner, async ({ params, query, now }) => {
  const { name } = await loadPartner(params.partnerId);
  return paymentsWorkbook(
    `Monthly payments ${name}`,
    'partner',
    await paymentsOfPartner({ ...params, ...query }, now),
  );
});
