import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { sha256 } from '../../functions/platform/digest.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { writeSheet } from '../../functions/platform/sheets/write-sheet.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import type { RosterChangeKind } from '../../shared/employees/roster-change.ts';
import type { Member } from '../../shared/members/member.ts';
import { call } from '../support/call.ts';
import { crashAtWrite } from '../support/faults.ts';
import { afterClaims, runJob } from '../support/jobs.ts';
import { someGroupMembership, someMember, somePartner, type World } from '../support/world.ts';

let last = 100;

export async function freshPartner(numberOfMemberships = 500, programPaymentTypeID: 1 | 2 | 3 = 1) {
  const id = String(++last);
  await transact(
    ...partnerChange(null, somePartner(id)),
    ...groupMembershipChange(
      null,
      someGroupMembership(id, { numberOfMemberships, programPaymentTypeId: programPaymentTypeID }),
    ),
  );
  return id;
}

export async function addMembers(
  partnerId: string,
  count: number,
  overrides: (index: number) => Partial<Member> = () => ({}),
): Promise<Member[]> {
  const members = Array.from({ length: count }, (_, index) =>
    someMember(`P${partnerId}-${String(index).padStart(3, '0')}`, partnerId, overrides(index)),
  );
  for (let start = 0; start < count; start += 4)
    await transact(...members.slice(start, start + 4).flatMap((member) => memberChange(null, member)));
  return members.map((member) => ({ ...member, version: 1 }));
}

export const workbookOf = async (rows: readonly (readonly string[])[], titles = usual) => ({
  name: 'people.xlsx',
  bytes: await writeSheet({
    sheetName: 'Employees',
    columns: titles.map((title) => ({ title, kind: 'text' as const })),
    rows,
  }),
});
const usual = ['First Name', 'Last Name', 'Email'];

export async function rosterOf(world: World, partnerID: string, query: Record<string, string> = {}) {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await call(employees.keyFobs, world.admin, { query: { partnerID, cursor, ...query } });
    rows.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

/**
 * Runs a job that crashes at its n-th write, for n = 1, 2, …, once before and once after the write, until it completes.
 * Returns the finished job.
 */
export async function runDying(jobId: string, otherClients: { middlewareStack: unknown }[] = []) {
  const clock = process.env.CLOCK_SHIFT_MS;
  try {
    return await dieAndGoOn(jobId, otherClients);
  } finally {
    process.env.CLOCK_SHIFT_MS = clock ?? '0';
  }
}

async function dieAndGoOn(jobId: string, otherClients: { middlewareStack: unknown }[]) {
  for (let n = 1; n < 60; n++)
    for (const when of ['before', 'after'] as const) {
      const death = crashAtWrite(n, when, otherClients);
      try {
        await runJob(jobId);
      } catch {
        // crashed; the next run is a new process
      } finally {
        death.revive();
        afterClaims();
      }
      if ((await loadJob(jobId))?.status === 'done') return runJob(jobId);
    }
  return runJob(jobId);
}

export type Sheet = { name: string; bytes: Uint8Array };
export const csv = (text: string): Sheet => ({ name: 'people.csv', bytes: Buffer.from(text, 'utf8') });

let uploads = 0;

/** Begins a change as the page does: a CSV file of employees is imported in parts, each time as another upload. */
async function beginChange(world: World, partnerID: string, kind: RosterChangeKind, file: Sheet) {
  if (kind === 'leavers' || file.name.endsWith('.xlsx'))
    return call(employees.beginRosterChange, world.admin, { body: { partnerID, kind }, files: { file } });
  const uploadId = `U${(uploads += 1)}-${sha256(file.bytes).slice(0, 12)}`;
  await call(employees.uploadRosterPart, world.admin, {
    body: { partnerID, uploadId, part: '0' },
    files: { file },
  });
  const body = { partnerID, kind, uploadId, parts: 1, fileName: file.name, fileHash: sha256(file.bytes) };
  return call(employees.importRoster, world.admin, { body });
}

/** Reads a file of employees through the endpoints, and returns its preview. */
export async function readChange(world: World, partnerID: string, kind: RosterChangeKind, file: Sheet) {
  const { status, body } = await beginChange(world, partnerID, kind, file);
  if (status !== 200) throw new Error(JSON.stringify(body));
  await runJob(body.jobId);
  const change = await loadRosterChange(body.changeId);
  const rowsOf = async (group: string) =>
    (
      await call(employees.rosterChangeRows, world.admin, {
        params: { changeId: change.id },
        query: { group },
      })
    ).body.items;
  const confirm = async () => {
    const { version, id } = await loadRosterChange(body.changeId);
    const begun = await call(employees.confirmRosterChange, world.admin, {
      params: { changeId: id },
      body: { version },
    });
    await runJob(begun.body.jobId);
  };
  return { change, rowsOf, confirm };
}
