import { payments } from '../../../shared/contracts/payments.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { payrollSheet } from '../payroll/payroll-sheet.ts';

export const handler = handle(
  payments.downloadPayroll,
  async ({ params, query: { format = 'xlsx' }, ...context }) => {
    const input = { ...params, format };
    const { partnerId } = params;
    return sheetResponse(await payrollSheet(input), { what: 'payroll', input, partnerId }, context);
  },
);
