import { employees } from '../../../shared/contracts/employees.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { memberListSheet } from '../member-list-sheet.ts';

export const handler = handle(employees.memberList, async ({ query: { partnerId }, ...context }) =>
  sheetResponse(
    await memberListSheet({ partnerId }, context.now),
    { what: 'member list', input: { partnerId }, partnerId },
    context,
  ),
);
