import { employees } from '../../shared/employees/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { memberListSheet } from './member-list-sheet.ts';

export const handler = handle(employees.memberList, async ({ query: { partnerId }, ...given }) =>
  sheetAnswer(
    await memberListSheet({ partnerId }, given.now),
    { what: 'member list', input: { partnerId }, partnerId },
    given,
  ),
);
