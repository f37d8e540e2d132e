import { beginUpload } from '../../../functions/employees/upload-store.ts';
import { beginChange } from '../../../functions/employees/changes/begin-change.ts';
import { loadRosterChange } from '../../../functions/employees/changes/change-store.ts';
import { confirmChange } from '../../../functions/employees/changes/confirm-change.ts';
import { writeSheet } from '../../../functions/platform/sheets/write-sheet.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { RosterChangeKind } from '../../../shared/employees/roster-change.ts';
import {
  employeeColumns,
  employeeFields,
  validateEmployeeRows,
} from '../../../shared/employees/employee-rows.ts';
import { activated, deleted, type Member } from '../../../shared/members/member.ts';
import { atInstant, runOnce, withoutQueue } from './past-work.ts';
import { demoManager, failingEmployees } from './scenario.ts';
import { demoId } from './seed.ts';

const partnerId = '1';
const hour = 3_600_000;
const missing = 4;

/**
 * Uploads of the first partner's manager, processed by the portal's own jobs: leavers awaiting a review, a full roster
 * awaiting an administrator, and employees with rows to fix.
 */
export async function demoRosterChanges(members: readonly Member[], now: Date): Promise<void> {
  const { id: userId } = await demoManager(partnerId);
  const employees = members
    .filter((member) => member.partnerId === partnerId && member.invitationStatus !== deleted)
    .toSorted((left, other) => (left.email < other.email ? -1 : 1));
  const leavers = employees
    .filter(({ invitationStatus }) => invitationStatus === activated)
    .slice(3, 3 + missing);
  const before = (hours: number) => new Date(now.getTime() - hours * hour);
  await withoutQueue(async () => {
    await uploadRefused(employees[0], userId, before(72));
    const emails = leavers.slice(0, 2).map(({ email }) => [email]);
    const leaving = [['Email'], ...emails, ['former@northlake.example']];
    await upload(userId, 0, 'leavers', { fileName: 'Leavers.xlsx', rows: leaving, at: before(26) });
    const rows = [
      ['First Name', 'Last Name', 'Email'],
      ...employees.filter((member) => !leavers.includes(member)).map(nameAndEmail),
      ['Ingrid', 'Sandvik', 'ingrid.sandvik@northlake.example'],
    ];
    const roster = await upload(userId, 1, 'roster', { fileName: 'Full roster.xlsx', rows, at: before(3) });
    if (roster.status !== 'preview') return;
    const caller = { userId, role: 'partnerManager' } as const;
    const { version } = roster;
    await confirmChange(roster, { version, jobId: demoId(96_000_200) }, caller, before(2));
  });
}

const nameAndEmail = ({ firstName, lastName, email }: Member) => [firstName, lastName, email];

async function upload(
  userId: string,
  index: number,
  kind: RosterChangeKind,
  { fileName, rows, at }: { fileName: string; rows: readonly (readonly string[])[]; at: Date },
) {
  const id = demoId(96_000_000 + index);
  const jobId = demoId(96_000_100 + index);
  await atInstant(at, async () => {
    const [titles = [], ...lines] = rows;
    const columns = titles.map((title) => ({ title, kind: 'text' as const }));
    const bytes = await writeSheet({ sheetName: 'Employees', columns, rows: lines });
    await runOnce(jobId, () => beginChange({ id, jobId, partnerId, kind, fileName, bytes }, { userId }, at));
  });
  return loadRosterChange(id);
}

/** Uploads rows that all fail; the last one repeats a member. */
async function uploadRefused(member: Member | undefined, userId: string, at: Date): Promise<void> {
  const id = demoId(96_000_300);
  const lines = [...failingEmployees, [...(member ? nameAndEmail(member) : ['', '', '']), '', '']];
  const rows = validateEmployeeRows(
    lines.map((cells, index) => ({
      line: index + 2,
      fields: Object.fromEntries(
        employeeFields.map((field, column) => [field, cells[column] ?? '']),
      ) as Record<keyof typeof employeeColumns, string>,
    })),
    dateInChicago(at),
  );
  await atInstant(at, () =>
    runOnce(id, () => beginUpload({ id, partnerId, rows, fileName: 'New hires.xlsx' }, { userId }, at)),
  );
}
