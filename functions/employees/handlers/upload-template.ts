import { employees } from '../../../shared/contracts/employees.ts';
import { employeeColumns, employeeFields } from '../../../shared/employees/employee-rows.ts';
import { detailColumns, detailFields } from '../../../shared/employees/roster-details.ts';
import { handle } from '../../handle.ts';
import { workbookType } from '../../../shared/media-types.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';

export const handler = handle(employees.uploadTemplate, async () => ({
  name: 'Employees template.xlsx',
  type: workbookType,
  bytes: await writeSheet({
    sheetName: 'Employees',
    columns: [
      ...employeeFields.map((field) => ({
        title: employeeColumns[field].title,
        kind: field === 'dateOfBirth' ? ('date' as const) : ('text' as const),
        width: 24,
      })),
      ...detailFields.map((field) => ({
        title: detailColumns[field].title,
        kind: 'text' as const,
        width: 20,
      })),
    ],
    rows: [],
  }),
}));
