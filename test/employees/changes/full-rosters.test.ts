import { defined } from '../../support/defined.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../../functions/employees/changes/change-store.ts';
import { loadMember, loadMembers } from '../../../functions/members/store.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChange } from '../../../shared/employees/roster-change.ts';
import type { Member } from '../../../shared/members/member.ts';
import { call } from '../../support/call.ts';
import { runJob } from '../../support/jobs.ts';
import { sized } from '../../support/sized.ts';
import { useWorld } from '../../support/world.ts';
import { addMembers, freshPartner, workbookOf } from '../people.ts';
import { columns, damages, type Cells } from './damaged-files.ts';
import { honestMonth } from './regular-month.ts';
import { personAt, rowOf, titles, withoutNumbers } from './roster-people.ts';

// a roster of several hundred members, returned by HR with damage and over several months

const size = 300;
const most = 15;

const world = useWorld();
let partnerId: string;
let members: Member[];
let cells: Cells;
beforeAll(async () => {
  partnerId = await freshPartner(500);
  members = await addMembers(partnerId, size, (place) => personAt(partnerId, place));
  cells = members.map(rowOf);
});

async function read(rows: Cells, header = titles): Promise<RosterChange | undefined> {
  const file = await workbookOf(rows, header);
  const { status, body } = await call(employees.beginRosterChange, world.admin, {
    body: { partnerID: partnerId, kind: 'roster' },
    files: { file },
  });
  expect(file.bytes.length).toBeLessThan(25_600);
  if (status === 422) return undefined;
  await runJob(body.jobId);
  return loadRosterChange(body.changeId);
}
const rowsOf = async (
  changeId: string,
  group: string,
): Promise<{ line: number | null; name: string; what: string }[]> =>
  (await call(employees.rosterChangeRows, world.admin, { params: { changeId }, query: { group } })).body
    .items;

const unguarded = (change: RosterChange | undefined): number =>
  !change || change.needsAdministrator ? 0 : change.counts.end + change.counts.change;
/** Reads a full roster that must be readable. */
async function readable(rows: Cells): Promise<RosterChange> {
  const change = await read(rows);
  if (!change) throw new Error('the file was refused');
  return change;
}

describe('a damaged copy of the roster', () => {
  it.each(damages.filter((_, index) => index % sized(3, 1) === 0))(
    'changes few members without an administrator when %s',
    async (_, damage) => {
      const damaged = damage(cells);
      expect(damaged).not.toEqual(cells);
      expect(unguarded(await read(damaged))).toBeLessThanOrEqual(most);
      // few files have employee numbers
      const without = await read(withoutNumbers(damaged), titles.slice(0, -1));
      expect(unguarded(without)).toBeLessThanOrEqual(most);
    },
  );

  it('requires an administrator’s approval and shows the reason to managers', async () => {
    const own = world.own.partner.id;
    const people = await addMembers(own, 60, (place) => personAt(own, place));
    const names = people.map(rowOf);
    const shifted = names.map((row, index) => [
      ...(names[(index + 1) % names.length] ?? []).slice(0, 2),
      ...row.slice(2, 4),
    ]);
    const file = await workbookOf(shifted, titles.slice(0, 4));
    const begun = await call(employees.beginRosterChange, world.own.manager, {
      body: { partnerID: own, kind: 'roster' },
      files: { file },
    });
    await runJob(begun.body.jobId);
    const params = { changeId: begun.body.changeId };
    const confirm = async (as = world.own.manager) => {
      const { version } = await loadRosterChange(params.changeId);
      return call(employees.confirmRosterChange, as, { params, body: { version } });
    };
    expect((await confirm()).body).toMatchObject({ jobId: null });
    const refused = await confirm();
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('rows change or contradict a member’s identity');
    const stored = await loadMembers(people.map(({ id }) => id));
    expect(stored.map(({ lastName }) => lastName)).toEqual(people.map(({ lastName }) => lastName));
  });

  it('reports rows with emails of other members and does not change those members', async () => {
    const shifted = cells.map((row, index) => {
      const copy = [...row];
      copy[columns.email] = cells[(index + 1) % size]?.[columns.email] ?? '';
      return copy;
    });
    const change = await readable(shifted);
    expect(change.counts).toMatchObject({ change: 0, add: 0, end: 0 });
    const [first] = await rowsOf(change.id, 'wrong');
    expect(first?.what).toMatch(
      /^The employee number, name with birth date, and email of this row belong to/,
    );
  });
});

describe('regular month', () => {
  it.each(Array.from({ length: sized(7, 42) }, (_, seed) => seed + 1))(
    'is read without an administrator, and no changed person leaves or is hired (month %i)',
    async (seed) => {
      const { cells: rows, counts, name } = honestMonth(members, seed);
      const change = await readable(rows);
      expect({ name, ...change }).toMatchObject({
        name,
        status: 'preview',
        counts,
        needsAdministrator: false,
      });
    },
  );

  it('changes emails, names, and phones of the same members when it is applied, and adds a rehired member', async () => {
    const waiting = members.filter(({ invitationStatus }) => invitationStatus === 1);
    const [moved, married, left] = [defined(waiting[4]), defined(waiting[5]), defined(waiting[6])];
    const rows = members
      .filter(({ id }) => id !== left.id)
      .map((member) => {
        const row = rowOf(member);
        if (member.id === moved.id) row[columns.email] = 'moved@elsewhere.test';
        if (member.id === married.id) row[columns.last] = 'Newly-Wed';
        return row;
      });
    const apply = async (file: Cells) => {
      const { id: changeId, version, counts } = await readable(file);
      const { body } = await call(employees.confirmRosterChange, world.admin, {
        params: { changeId },
        body: { version },
      });
      await runJob(body.jobId);
      return counts;
    };
    expect(await apply(rows)).toMatchObject({ change: 2, end: 1, add: 0, wrong: 0 });
    expect(await loadMember(moved.id)).toMatchObject({ email: 'moved@elsewhere.test', invitationStatus: 1 });
    expect((await loadMember(married.id)).lastName).toBe('Newly-Wed');
    expect((await loadMember(left.id)).invitationStatus).toBe(8);
    // the former member is hired again
    expect(await apply([...rows, rowOf(left)])).toMatchObject({ change: 0, end: 0, add: 1, wrong: 0 });
    expect((await readable([...rows, rowOf(left)])).counts).toMatchObject({ same: size, add: 0, end: 0 });
  });
});
