import { payments } from '../../../shared/contracts/payments.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { memberPaymentsSheet } from '../download-sheets.ts';
import { programOfMembers } from '../generation/program-of-members.ts';

export const handler = handle(payments.downloadMemberPayments, async ({ query, ...context }) => {
  const input = {
    programPaymentTypeId: await programOfMembers(query),
    paymentTypeId: query.paymentTypeId,
    partnerId: query.partnerId,
    periodId: query.periodId,
  };
  return sheetResponse(await memberPaymentsSheet(input), { what: 'member payments', input }, context);
});
