import { beginUpload } from '../../../functions/employees/begin-upload.ts';
import { beginChange } from '../../../functions/employees/changes/begin-change.ts';
import { loadRosterChange } from '../../../functions/employees/changes/change-store.ts';
import { confirmChange } from '../../../functions/employees/changes/confirm-change.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { loadJob } from '../../../functions/jobs/store.ts';
import { writeSheet } from '../../../functions/platform/sheets/write-sheet.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { RosterChangeKind } from '../../../shared/employees/changes/roster-change.ts';
import {
  employeeColumns,
  employeeFields,
  validateEmployeeRows,
} from '../../../shared/employees/employee-rows.ts';
import { activated, deleted, type Member } from '../../../shared/members/member.ts';
import { atInstant, withoutQueue } from './past-work.ts';
import { demoManager } from './people.ts';
import { demoId } from './seed.ts';

const partnerId = '1';
const hour = 3_600_000;
const missing = 4;

interface DemoFile {
  index: number;
  kind: RosterChangeKind;
  fileName: string;
  rows: readonly (readonly string[])[];
  at: Date;
}

/**
 * Uploads of the first partner's manager, processed by the portal's own jobs: leavers awaiting a review, a full roster
 * awaiting an administrator, and employees with rows to fix.
 */
export async function demoRosterChanges(members: readonly Member[], now: Date): Promise<void> {
  const manager = await demoManager(partnerId);
  const there = members
    .filter((one) => one.partnerId === partnerId && one.invitationStatus !== deleted)
    .toSorted((left, other) => (left.email < other.email ? -1 : 1));
  const leavers = there
    .filter(({ invitationStatus }) => invitationStatus === activated)
    .slice(3, 3 + missing);
  const rowOf = ({ firstName, lastName, email }: Member) => [firstName, lastName, email];
  const before = (hours: number) => new Date(now.getTime() - hours * hour);
  await withoutQueue(async () => {
    await uploadRefused(there[0], manager.id, before(72));
    await read(manager.id, {
      index: 0,
      kind: 'leavers',
      fileName: 'Leavers.xlsx',
      rows: [['Email'], ...leavers.slice(0, 2).map(({ email }) => [email]), ['former@northlake.example']],
      at: before(26),
    });
    const roster = await read(manager.id, {
      index: 1,
      kind: 'roster',
      fileName: 'Full roster.xlsx',
      rows: [
        ['First Name', 'Last Name', 'Email'],
        ...there.filter((one) => !leavers.includes(one)).map(rowOf),
        ['Ingrid', 'Sandvik', 'ingrid.sandvik@northlake.example'],
      ],
      at: before(3),
    });
    if (roster.status !== 'preview') return;
    const caller = { userId: manager.id, role: 'partnerManager' } as const;
    const { version } = roster;
    await confirmChange(roster, { version, jobId: demoId(96_000_200) }, caller, before(2));
  });
}

async function read(userId: string, { index, kind, fileName, rows, at }: DemoFile) {
  const id = demoId(96_000_000 + index);
  const jobId = demoId(96_000_100 + index);
  await atInstant(at, async () => {
    const [titles = [], ...lines] = rows;
    const bytes = await writeSheet({
      sheetName: 'Employees',
      columns: titles.map((title) => ({ title, kind: 'text' as const })),
      rows: lines,
    });
    if (!(await loadJob(jobId)))
      await beginChange({ id, jobId, partnerId, kind, fileName, bytes }, { userId }, at);
    await runJobSteps(jobId, () => Infinity);
  });
  return loadRosterChange(id);
}

/** Uploads rows that all fail, each with a failure that an action or known data can fix. */
async function uploadRefused(member: Member | undefined, userId: string, at: Date): Promise<void> {
  const id = demoId(96_000_300);
  const lines = [
    ['Ruth', 'Amundsen', 'ruth.amundsen@gmail,com', '', ''],
    ['Emil', 'Backlund', 'emil.backlund@gmail,com', '', ''],
    ['hugo.dahl@northlake.example', 'Dahl', 'Hugo', '', ''],
    ['Vera', 'Eklund', 'vera.eklund@northlake.example', '', '31/05/1987'],
    ['Otto', '', 'otto@northlake.example', '', ''],
    [member?.firstName ?? '', member?.lastName ?? '', member?.email ?? '', '', ''],
  ];
  const rows = validateEmployeeRows(
    lines.map((cells, index) => ({
      line: index + 2,
      fields: Object.fromEntries(
        employeeFields.map((field, column) => [field, cells[column] ?? '']),
      ) as Record<keyof typeof employeeColumns, string>,
    })),
    dateInChicago(at),
  );
  await atInstant(at, async () => {
    if (!(await loadJob(id)))
      await beginUpload({ id, partnerId, rows, fileName: 'New hires.xlsx' }, { userId }, at);
    await runJobSteps(id, () => Infinity);
  });
}
