import { payments } from '../../shared/payments/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { facilityPaymentsSheet } from './download-sheets.ts';

export const handler = handle(payments.downloadFacilityPayments, async ({ params, query, ...given }) => {
  const input = { ...params, ...query, partnerId: query.partnerId };
  return sheetAnswer(await facilityPaymentsSheet(input), { what: 'facility payments', input }, given);
});
