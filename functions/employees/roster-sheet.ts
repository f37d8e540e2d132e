import * as z from 'zod';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import type { SheetColumn } from '../platform/sheets/write-sheet.ts';
import { lists } from '../table/keys.ts';
import { countOf } from '../table/list.ts';
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

const input = z.object({ partnerId: z.string() });

/** A partner's whole roster as a sheet, by last name; visits are those of the month before `at`. */
export async function rosterSheet(sent: z.input<typeof input>, at: Date): Promise<SheetSource> {
  const { partnerId } = input.parse(sent);
  const today = dateInChicago(at);
  return {
    name: `Employees ${today}.xlsx`,
    sheetName: 'Employees',
    columns,
    atMost: await countOf(lists.employees(partnerId)),
    pages: async function* pages(after) {
      for await (const { rows, cursor } of wholeRoster(partnerId, periodOf(today), after))
        yield {
          cursor,
          rows: rows.map((row) => [
            row.keyFobNumber,
            row.keyFobStatusName,
            row.memberFirstName,
            row.memberLastName,
            row.memberEmail,
            row.invitationStatusDescription,
            row.programEnrollmentDate,
            row.facilityNumber,
            row.facilityName,
            row.memberId ? row.lastMonthUsagesCount : null,
          ]),
        };
    },
  };
}
