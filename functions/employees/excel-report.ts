import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { employees } from '../../shared/employees/contract.ts';
import { handle } from '../platform/handle.ts';
import { writeSheet, type CellValue, type SheetColumn } from '../platform/sheets/write-sheet.ts';
import { wholeRoster } from './roster-list.ts';

const columns: SheetColumn[] = [
  { title: 'Key Fob', kind: 'text' },
  { title: 'Key Fob Status', kind: 'text' },
  { title: 'First Name', kind: 'text', width: 20 },
  { title: 'Last Name', kind: 'text', width: 20 },
  { title: 'Email', kind: 'text', width: 32 },
  { title: 'Status', kind: 'text', width: 24 },
  { title: 'Enrolled On', kind: 'date' },
  { title: 'Facility ID', kind: 'text' },
  { title: 'Facility Name', kind: 'text', width: 28 },
  { title: 'Visits Last Month', kind: 'number' },
];

export const handler = handle(employees.excelReport, async ({ query, now }) => {
  const rows: CellValue[][] = [];
  for await (const page of wholeRoster(query.partnerID, periodOf(dateInChicago(now))))
    for (const row of page)
      rows.push([
        row.facilityMemberID,
        row.keyfobStatusDisplayName,
        row.memberFirstName,
        row.memberLastName,
        row.memberEmail,
        row.invitationStatusDescription,
        row.programEnrollmentDate,
        row.facilityIDNumber,
        row.facilityName,
        row.memberId ? row.lastMonthUsagesCount : null,
      ]);
  return {
    name: `Employees ${dateInChicago(now)}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeSheet({ sheetName: 'Employees', columns, rows }),
  };
});
