import { payments } from '../../../shared/contracts/payments.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { facilityPaymentsSheet } from '../download-sheets.ts';

export const handler = handle(payments.downloadFacilityPayments, async ({ params, query, ...context }) => {
  const input = { ...params, ...query, partnerId: query.partnerId };
  return sheetResponse(await facilityPaymentsSheet(input), { what: 'facility payments', input }, context);
});
