import { payments } from '../../../shared/contracts/payments.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { partnerPaymentsSheet } from '../download-sheets.ts';

export const handler = handle(payments.downloadPartnerPayments, async ({ params, query, ...context }) => {
  const input = { ...params, ...query, partnerId: query.partnerId };
  return sheetResponse(await partnerPaymentsSheet(input), { what: 'partner payments', input }, context);
});
