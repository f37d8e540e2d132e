import { employees } from '../../shared/employees/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { rosterSheet } from './roster-sheet.ts';

export const handler = handle(employees.excelReport, async ({ query: { partnerId }, ...given }) =>
  sheetAnswer(
    await rosterSheet({ partnerId }, given.now),
    { what: 'roster', input: { partnerId }, partnerId },
    given,
  ),
);
