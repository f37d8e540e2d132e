import { employees } from '../../../shared/contracts/employees.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { rosterSheet } from '../roster-sheet.ts';

export const handler = handle(employees.excelReport, async ({ query: { partnerId }, ...context }) =>
  sheetResponse(
    await rosterSheet({ partnerId }, context.now),
    { what: 'roster', input: { partnerId }, partnerId },
    context,
  ),
);
