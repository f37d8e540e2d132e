import * as z from 'zod';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import type { RosterRow } from '../../shared/employees/roster-row.ts';
import { accessTypeName } from '../../shared/members/member.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import type { CellValue, SheetColumn } from '../platform/sheets/write-sheet.ts';
import { rosterSize, rosterPages } from './roster-store.ts';

/** All fields of a grid row (spec 2 §3); codes come last. */
const fields: { column: SheetColumn; of: (row: RosterRow) => CellValue }[] = [
  { column: { title: 'Key Fob', kind: 'text' }, of: (row) => row.keyFobNumber },
  { column: { title: 'Key Fob Status', kind: 'text' }, of: (row) => row.keyFobStatusName },
  { column: { title: 'First Name', kind: 'text', width: 20 }, of: (row) => row.memberFirstName },
  { column: { title: 'Last Name', kind: 'text', width: 20 }, of: (row) => row.memberLastName },
  { column: { title: 'Email', kind: 'text', width: 32 }, of: (row) => row.memberEmail },
  { column: { title: 'Phone', kind: 'text', width: 18 }, of: (row) => row.memberPhoneNumber },
  { column: { title: 'Date of Birth', kind: 'date' }, of: (row) => row.memberDateOfBirth },
  { column: { title: 'Status', kind: 'text', width: 24 }, of: (row) => row.invitationStatusDescription },
  { column: { title: 'Access Type', kind: 'text' }, of: (row) => accessTypeName(row.preferredAccessType) },
  { column: { title: 'Enrolled On', kind: 'date' }, of: (row) => row.programEnrollmentDate },
  { column: { title: 'Ends On', kind: 'date' }, of: (row) => row.leavingOn },
  { column: { title: 'Facility ID', kind: 'text' }, of: (row) => row.facilityNumber },
  { column: { title: 'Facility Name', kind: 'text', width: 28 }, of: (row) => row.facilityName },
  {
    column: { title: 'Visits Last Month', kind: 'number' },
    of: (row) => (row.memberId ? row.lastMonthUsagesCount : null),
  },
  { column: { title: 'Member ID', kind: 'text', width: 30 }, of: (row) => row.memberId },
  {
    column: { title: 'Enrollment ID', kind: 'text', width: 30 },
    of: (row) => row.groupMembershipEnrollmentId,
  },
  { column: { title: 'Status Code', kind: 'number' }, of: (row) => row.invitationStatus },
  { column: { title: 'Key Fob Status Code', kind: 'number' }, of: (row) => row.keyFobStatusId },
  { column: { title: 'Access Type Code', kind: 'number' }, of: (row) => row.preferredAccessType },
];

const input = z.object({ partnerId: z.string() });

/** Returns a partner's roster by last name; visits are those of the month before `at`. */
export async function rosterSheet(sent: z.input<typeof input>, at: Date): Promise<SheetSource> {
  const { partnerId } = input.parse(sent);
  const today = dateInChicago(at);
  return {
    name: `Employees ${today}.xlsx`,
    sheetName: 'Employees',
    columns: fields.map(({ column }) => column),
    atMost: await rosterSize(partnerId),
    pages: async function* pages(after) {
      for await (const { rows, cursor } of rosterPages(partnerId, periodOf(today), after))
        yield {
          cursor,
          rows: rows.map((row) => fields.map(({ of }) => of(row))),
        };
    },
  };
}
