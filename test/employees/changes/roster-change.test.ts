import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadRosterChange } from '../../../functions/employees/changes/change-store.ts';
import { keyFobChange, loadKeyFob } from '../../../functions/employees/store.ts';
import {
  mustLoadGroupMembership,
  groupMembershipChange,
} from '../../../functions/group-memberships/store.ts';
import { loadJob } from '../../../functions/jobs/store.ts';
import { proveGroup } from '../../../functions/ledger/group-proof.ts';
import { loadMember, memberChange } from '../../../functions/members/store.ts';
import { loadPartner } from '../../../functions/partners/store.ts';
import { duesAtSigning, paymentsAdded } from '../../../functions/payments/generation/dues-of-member.ts';
import { loadPayments, paymentChange } from '../../../functions/payments/store.ts';
import { s3 } from '../../../functions/platform/files.ts';
import { transact } from '../../../functions/table/transact.ts';
import { visitAdded } from '../../../functions/visits/store.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { partners } from '../../../shared/contracts/partners.ts';
import { freeKeyFob } from '../../../shared/employees/key-fob.ts';
import { jobs } from '../../../shared/contracts/jobs.ts';
import type { Member } from '../../../shared/members/member.ts';
import { call } from '../../support/call.ts';
import { resetClockAfterEach, setClock } from '../../support/clock.ts';
import { runJob } from '../../support/jobs.ts';
import { useWorld, someMember } from '../../support/world.ts';
import { addMembers, freshPartner, rosterOf, runDying, workbookOf } from '../people.ts';
import { tableNow } from './table-now.ts';
import { defined } from '../../support/defined.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-26T16:00:00Z'));
resetClockAfterEach();

const csv = (lines: readonly string[]) => ({
  name: 'leavers.csv',
  bytes: new Uint8Array(Buffer.from(lines.join('\n'))),
});

async function read(
  partnerID: string,
  kind: 'leavers' | 'roster',
  file: { name: string; bytes: Uint8Array },
  as = world.admin,
) {
  const begun = await call(employees.beginRosterChange, as, {
    body: { partnerID, kind },
    files: { file },
  });
  expect(begun.body.message).toBe('Reading the file.');
  await runJob(begun.body.jobId);
  return loadRosterChange(begun.body.changeId);
}
const rowsOf = async (changeId: string, group: string): Promise<Record<string, unknown>[]> =>
  (await call(employees.rosterChangeRows, world.admin, { params: { changeId }, query: { group } })).body
    .items;
const confirm = (changeId: string, version: number, unticked: string[] = [], as = world.admin) =>
  call(employees.confirmRosterChange, as, { params: { changeId }, body: { version, unticked } });
const undo = (changeId: string, version: number, as = world.admin) =>
  call(employees.undoRosterChange, as, { params: { changeId }, body: { version } });
const shown = async (changeId: string) =>
  (await call(employees.rosterChange, world.admin, { params: { changeId } })).body;
const resultsOf = async (
  changeId: string,
  of: 'applied' | 'takenBack',
): Promise<{ memberName: string; success: boolean; message: string }[]> =>
  (await call(employees.rosterChangeResults, world.admin, { params: { changeId }, query: { of } })).body
    .items;

const none = someMember('none', 'none');

async function payingPartner(count: number) {
  const id = await freshPartner(500, 2);
  const program = await mustLoadGroupMembership(id);
  await transact(...groupMembershipChange(program, { ...program, memberDuesAmount: 30_00 }));
  const members = await addMembers(id, count, (place) => ({
    invitationStatus: 4,
    keyFobNumber: `${id}${String(place).padStart(3, '0')}`,
    facilityId: world.facility.id,
    facilityName: world.facility.name,
    enrolledOn: '2026-10-01',
    activatedOn: '2026-10-01',
  }));
  const [partner, terms] = [await loadPartner(id), await mustLoadGroupMembership(id)];
  for (const member of members) {
    const keyFob = freeKeyFob(member.keyFobNumber ?? '', id, '2026-09-01T00:00:00.000Z');
    await transact(
      ...keyFobChange(null, { ...keyFob, memberId: member.id, keyFobStatusId: 1 }),
      ...paymentsAdded(duesAtSigning(partner, terms, member, new Date('2026-11-26T16:00:00Z'))),
    );
  }
  return { id, members };
}
const duesId = (id: string, member: Member | undefined, period: string) =>
  `M-2-6-${id}-${member?.id}-${period}`;

describe('leavers file', () => {
  it('shows leavers with end date, last dues, and key fob, and lines without a match', async () => {
    const { id, members } = await payingPartner(2);
    const file = csv([
      'Key Fob,E-mail address',
      `,${members[0]?.email.toUpperCase()}`,
      `${members[1]?.keyFobNumber},`,
      ',nobody@people.test',
      `${members[0]?.keyFobNumber},`,
    ]);
    const change = await read(id, 'leavers', file);
    expect(change).toMatchObject({
      status: 'preview',
      counts: { rows: 4, end: 2, wrong: 2, stay: 0 },
      effects: { monthlyLess: 60_00, notCharged: 60_00, paidBack: 0 },
    });
    expect(await rowsOf(change.id, 'end')).toMatchObject([
      {
        line: 2,
        memberId: members[0]?.id,
        name: 'Ann Lund ' + members[0]?.id,
        invitationStatus: 4,
        lastDay: '2026-11-30',
        lastDues: { periodId: '202611', amount: 30 },
        keyFobNumber: members[0]?.keyFobNumber,
        monthlyLess: 30,
        // dues of December have already been generated
        notCharged: 30,
      },
      { line: 3, memberId: members[1]?.id },
    ]);
    expect((await rowsOf(change.id, 'wrong')).map(({ line, what }) => [line, what])).toEqual([
      [4, 'No member of this partner has this email or key fob.'],
      [5, 'This member is in the file more than once, first in line 2.'],
    ]);
    expect(await rosterOf(world, id)).toHaveLength(2);
  });

  it('ends the selected memberships, and a repeated file changes nothing', async () => {
    const { id, members } = await payingPartner(3);
    await transact(
      ...memberChange(null, {
        ...defined(members[0]),
        id: `waiting-${id}`,
        email: `waiting-${id}@people.test`,
        invitationStatus: 1,
        keyFobNumber: null,
        facilityId: null,
        enrolledOn: null,
        activatedOn: null,
        version: 0,
      }),
    );
    const file = csv(['Email', `waiting-${id}@people.test`, ...members.map(({ email }) => email)]);
    const change = await read(id, 'leavers', file);
    const [first, second] = await rowsOf(change.id, 'end');
    const now = { lastDay: null, what: 'Ends now.', endsNow: true, monthlyLess: 0 };
    expect([first, second]).toMatchObject([now, { endsNow: false }]);
    const begun = await confirm(change.id, change.version, [`line-3`]);
    const job = await runJob(begun.body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 3, tally: { changed: 3, failed: 0 } });
    expect((await resultsOf(change.id, 'applied')).map(({ message }) => message)).toEqual([
      'Ended.',
      'Ends on 11/30/2026.',
      'Ends on 11/30/2026.',
    ]);
    expect((await loadMember(members[0]?.id ?? '')).invitationStatus).toBe(4);
    expect(await loadPayments([duesId(id, members[1], '202612')])).toEqual([]);
    expect(await loadPayments([duesId(id, members[0], '202612')])).toHaveLength(1);
    const after = await tableNow();
    const again = await read(id, 'leavers', csv(['Email', ...members.slice(1).map(({ email }) => email)]));
    expect(again.counts).toMatchObject({ rows: 2, end: 0, stay: 2 });
    expect((await rowsOf(again.id, 'stay')).map(({ what }) => what)).toEqual([
      'Already leaving on 11/30/2026.',
      'Already leaving on 11/30/2026.',
    ]);
    expect((await confirm(again.id, again.version)).body.message).toBe(
      'No row is selected. Nothing was changed.',
    );
    expect(await tableNow()).toEqual(after);
  });

  it('applies and undoes leavers exactly once when the worker dies at any write', async () => {
    const id = await freshPartner();
    const people = await addMembers(id, 30, (place) =>
      place % 10 === 3 ? { invitationStatus: 6, leavingOn: '2099-01-01' } : { invitationStatus: 1 },
    );
    const before = await tableNow();
    const change = await read(id, 'leavers', csv(['Email', ...people.map(({ email }) => email)]));
    expect(change).toMatchObject({ counts: { end: 27, stay: 3 }, needsAdministrator: true });
    const begun = await confirm(change.id, change.version);
    expect(await runDying(begun.body.jobId)).toMatchObject({ status: 'done', done: 27 });
    const applied = await resultsOf(change.id, 'applied');
    const leaving = people.filter(({ invitationStatus }) => invitationStatus === 1);
    expect(applied.map(({ memberName }) => memberName)).toEqual(
      leaving.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    );
    expect(await rosterOf(world, id)).toHaveLength(3);
    const done = await loadRosterChange(change.id);
    expect(done).toMatchObject({ status: 'done', applied: { changed: 27, failed: 0 } });
    const back = await undo(change.id, done.version);
    expect(await runDying(back.body.jobId)).toMatchObject({
      status: 'done',
      tally: { changed: 27, failed: 0 },
    });
    expect(await tableNow()).toEqual(before);
  });
});

it('reads, applies, and undoes a full roster exactly once when the worker dies at any write', async () => {
  const id = await freshPartner();
  const people = await addMembers(id, 24);
  const file = await workbookOf([
    ...people.slice(0, 4).map(({ firstName, lastName, email }) => [firstName, lastName, email]),
    ...people.slice(4, 12).map(({ lastName, email }) => ['Renamed', lastName, email]),
    ...Array.from({ length: 9 }, (_, index) => ['New', `Person ${index}`, `new-${id}-${index}@people.test`]),
    ['', 'Nameless', people[12]?.email ?? ''],
  ]);
  const before = await tableNow();
  const begun = await call(employees.beginRosterChange, world.admin, {
    body: { partnerID: id, kind: 'roster' },
    files: { file },
  });
  expect(await runDying(begun.body.jobId, [s3])).toMatchObject({ status: 'done' });
  const change = await loadRosterChange(begun.body.changeId);
  expect(change.counts).toEqual({ rows: 22, end: 11, change: 8, add: 9, stay: 0, wrong: 1, same: 4 });
  const { body } = await confirm(change.id, change.version);
  expect(await runDying(body.jobId, [s3])).toMatchObject({
    status: 'done',
    tally: { changed: 28, failed: 0 },
  });
  const results = await resultsOf(change.id, 'applied');
  expect(new Set(results.map(({ memberName }) => memberName)).size).toBe(28);
  const roster = (await rosterOf(world, id)).map(({ memberFirstName }) => String(memberFirstName));
  expect(roster.filter((name) => name === 'Renamed')).toHaveLength(8);
  expect(roster.filter((name) => name === 'New')).toHaveLength(9);
  expect(roster).toHaveLength(22);
  const back = await undo(change.id, (await loadRosterChange(change.id)).version);
  expect(await runDying(back.body.jobId)).toMatchObject({
    status: 'done',
    tally: { changed: 28, failed: 0 },
  });
  const undone = (await resultsOf(change.id, 'takenBack')).map(({ message }) => message);
  expect(undone.filter((message) => message === 'Removed again.')).toHaveLength(9);
  expect(await tableNow()).toEqual(before);
});

function failReading(ending: string): () => void {
  s3.middlewareStack.add(
    (next, context) => async (request) => {
      const { Key = '' } = request.input as { Key?: string };
      if (context.commandName === 'GetObjectCommand' && Key.endsWith(ending)) throw new Error('no storage');
      return next(request);
    },
    { step: 'initialize', name: 'fail', override: true },
  );
  const restoreReads = () => void s3.middlewareStack.remove('fail');
  onTestFinished(restoreReads);
  return restoreReads;
}

describe('failed jobs', () => {
  it('refuses a file that cannot be read completely, with instructions', async () => {
    const id = await freshPartner();
    const [one] = await addMembers(id, 1);
    const restoreReads = failReading('/file');
    const change = await read(id, 'leavers', csv(['Email', one?.email ?? '']));
    expect(change).toMatchObject({
      status: 'refused',
      problem: 'Something went wrong on our side while reading the file.',
    });
    expect((await loadJob(change.jobId))?.status).toBe('done');
    expect((await confirm(change.id, change.version)).status).toBe(409);
    restoreReads();
    expect((await read(id, 'leavers', csv(['Email', one?.email ?? '']))).counts.end).toBe(1);
  });

  it('refuses a file if its job crashes for hours', async () => {
    const id = await freshPartner();
    const body = { partnerID: id, kind: 'leavers' };
    const begun = await call(employees.beginRosterChange, world.admin, {
      body,
      files: { file: csv(['Email', 'nobody@people.test']) },
    });
    setClock('2026-11-26T18:00:01Z');
    await runJob(begun.body.jobId);
    expect((await loadRosterChange(begun.body.changeId)).status).toBe('refused');
  });

  it('lets an administrator resume changes that were being applied', async () => {
    const id = await freshPartner();
    const people = await addMembers(id, 12);
    const change = await read(id, 'leavers', csv(['Email', ...people.map(({ email }) => email)]));
    const restoreReads = failReading('/end-0.json');
    const { body } = await confirm(change.id, change.version);
    expect((await runJob(body.jobId)).status).toBe('failed');
    expect((await shown(change.id)).status).toBe('running');
    restoreReads();
    const resume = (as: typeof world.admin) => call(jobs.resume, as, { params: { jobId: body.jobId } });
    expect((await resume(world.own.manager)).status).toBe(403);
    expect((await resume(world.admin)).status).toBe(200);
    expect(await runJob(body.jobId)).toMatchObject({ status: 'done', tally: { changed: 12, failed: 0 } });
    expect(await rosterOf(world, id)).toEqual([]);
  });
});

describe('change with many leavers', () => {
  it('waits for an administrator, who sees the rows of the first confirmation', async () => {
    const { manager, partner } = world.own;
    const people = await addMembers(partner.id, 26, () => ({ invitationStatus: 1 }));
    const file = csv(['Email', ...people.map(({ email }) => email)]);
    const change = await read(partner.id, 'leavers', file, manager);
    expect(change.needsAdministrator).toBe(true);
    const first = await confirm(change.id, change.version, ['line-2'], manager);
    expect(first.body).toMatchObject({ jobId: null, message: 'Confirmed. An administrator must approve.' });
    const waiting = await loadRosterChange(change.id);
    expect(waiting).toMatchObject({ status: 'waiting', confirmedBy: manager.id, unticked: 1 });
    expect((await confirm(change.id, waiting.version, [], manager)).status).toBe(403);
    expect((await confirm(change.id, change.version)).status).toBe(409);
    const agreed = await confirm(change.id, waiting.version);
    expect(await runJob(agreed.body.jobId)).toMatchObject({ tally: { changed: 25, failed: 0 } });
    expect(await loadRosterChange(change.id)).toMatchObject({ agreedBy: world.admin.id, status: 'done' });
    expect((await confirm(change.id, waiting.version)).status).toBe(409);
    const shown = { status: 'done', startedBy: 'Mo Vik', confirmedBy: 'Mo Vik', agreedBy: 'Ada Okafor' };
    const sample = await call(employees.rosterChange, manager, { params: { changeId: change.id } });
    expect(sample.body).toMatchObject(shown);
    const all = await call(employees.rosterChanges, manager, { query: { partnerID: partner.id } });
    expect(all.body.items[0]).toMatchObject({ ...shown, id: change.id });
  });

  it('uses the limits of the settings', async () => {
    const id = await freshPartner();
    const people = await addMembers(id, 40);
    const file = (count: number) => csv(['Email', ...people.slice(0, count).map(({ email }) => email)]);
    expect((await read(id, 'leavers', file(2))).needsAdministrator).toBe(false);
    // three of forty are more than five percent
    expect((await read(id, 'leavers', file(3))).needsAdministrator).toBe(true);
    process.env.LEAVERS_PERCENT = '50';
    onTestFinished(() => {
      delete process.env.LEAVERS_PERCENT;
      delete process.env.LEAVERS_COUNT;
    });
    expect((await read(id, 'leavers', file(3))).needsAdministrator).toBe(false);
    process.env.LEAVERS_COUNT = '2';
    expect((await read(id, 'leavers', file(3))).needsAdministrator).toBe(true);
    expect((await read(id, 'leavers', file(2))).needsAdministrator).toBe(false);
  });
});

describe('full roster', () => {
  it('adds, changes, and ends memberships with amounts; a row with an error ends none', async () => {
    const { id, members } = await payingPartner(5);
    const [one = none, two = none, three = none, four = none, five = none] = members;
    // a name that every object has is not the name of a row with an error
    const stored = await loadMember(five.id);
    await transact(...memberChange(stored, { ...stored, firstName: 'Con', lastName: 'Structor' }));
    const named = (member: Member, first = member.firstName, email = member.email) => [
      first,
      member.lastName,
      email,
    ];
    const file = await workbookOf([
      named(one),
      named(two, 'Anna'),
      named(three, ''),
      named(four, four.firstName, 'no address'),
      ['Eva', 'New', `eva-${id}@people.test`],
    ]);
    const change = await read(id, 'roster', file);
    expect(change).toMatchObject({
      counts: { rows: 5, same: 1, change: 1, add: 1, end: 1, stay: 1, wrong: 2 },
      effects: { monthlyMore: 30_00, monthlyLess: 30_00, notCharged: 30_00 },
      needsAdministrator: true,
    });
    expect(await rowsOf(change.id, 'change')).toMatchObject([
      { memberId: two.id, what: 'First name: Ann → Anna.' },
    ]);
    expect(await rowsOf(change.id, 'add')).toMatchObject([{ name: 'Eva New', monthlyMore: 30 }]);
    expect(await rowsOf(change.id, 'end')).toMatchObject([
      { memberId: five.id, line: null, monthlyLess: 30 },
    ]);
    expect(await rowsOf(change.id, 'stay')).toMatchObject([
      { memberId: four.id, what: expect.stringContaining('Line 5 has an error and may match this member.') },
    ]);
    const before = await tableNow();
    const begun = await confirm(change.id, change.version);
    expect(await runJob(begun.body.jobId)).toMatchObject({ tally: { changed: 3, failed: 0 } });
    expect((await loadMember(two.id)).firstName).toBe('Anna');
    expect((await loadMember(five.id)).invitationStatus).toBe(6);
    expect(await rosterOf(world, id)).toHaveLength(6);
    const again = await read(id, 'roster', file);
    expect(again.counts).toMatchObject({ same: 3, change: 0, add: 0, end: 0, stay: 2 });
    const { version } = await loadRosterChange(change.id);
    await runJob((await undo(change.id, version)).body.jobId);
    expect(await tableNow()).toEqual(before);
  });
});

describe('undoing a change', () => {
  it('restores members, key fobs, invitations, and dues', async () => {
    const { id, members } = await payingPartner(3);
    const before = await tableNow();
    const change = await read(id, 'leavers', csv(['Email', ...members.map(({ email }) => email)]));
    await runJob((await confirm(change.id, change.version)).body.jobId);
    expect(await tableNow()).not.toEqual(before);
    const { version } = await loadRosterChange(change.id);
    setClock('2026-11-27T15:59:00Z');
    await runJob((await undo(change.id, version)).body.jobId);
    expect(await tableNow()).toEqual(before);
    expect(await loadRosterChange(change.id)).toMatchObject({
      status: 'takenBack',
      takenBack: { changed: 3, failed: 0 },
    });
    const { body } = await call(partners.activity, world.admin, { params: { partnerID: id }, query: {} });
    const texts = body.items.map(({ text }: { text: string }) => text);
    const undone = texts.filter((text: string) => text.startsWith('Undid'));
    expect(undone.toSorted()).toEqual([
      ...members.map(({ firstName, lastName }) => `Undid the change of ${firstName} ${lastName}`).toSorted(),
      'Undid the changes of leavers.csv',
    ]);
  });

  it('restores dues with a provable ledger if the clock of the process is a minute behind', async () => {
    const { id, members } = await payingPartner(1);
    const change = await read(id, 'leavers', csv(['Email', ...members.map(({ email }) => email)]));
    await runJob((await confirm(change.id, change.version)).body.jobId);
    const december = duesId(id, members[0], '202612');
    expect(await loadPayments([december])).toEqual([]);
    const { version } = await loadRosterChange(change.id);
    setClock('2026-11-26T15:59:00Z');
    await runJob((await undo(change.id, version)).body.jobId);
    expect(await loadPayments([december])).toHaveLength(1);
    expect(await proveGroup({ partnerId: id, periodId: '202612', paymentTypeId: 6 })).toMatchObject({
      unexplained: 0,
      findings: [],
    });
  });

  it('restores dues that came back once and were canceled at the end of the membership', async () => {
    const { id, members } = await payingPartner(1);
    const december = duesId(id, members[0], '202612');
    const [dues] = (await loadPayments([december])).map(defined);
    const returned = { at: '2026-11-24T16:00:00.000Z', code: 'R01' };
    const attempt = { bankFileId: 'f', trace: 't', at: '2026-11-20T16:00:00.000Z', amount: 30_00, returned };
    await transact(...paymentChange(dues ?? null, { ...defined(dues), attempts: [attempt] }));
    const before = await tableNow();
    const change = await read(id, 'leavers', csv(['Email', ...members.map(({ email }) => email)]));
    await runJob((await confirm(change.id, change.version)).body.jobId);
    expect(await loadPayments([december])).toMatchObject([{ status: 4 }]);
    const { version } = await loadRosterChange(change.id);
    await runJob((await undo(change.id, version)).body.jobId);
    expect(await loadRosterChange(change.id)).toMatchObject({ takenBack: { changed: 1, failed: 0 } });
    expect(await tableNow()).toEqual(before);
    expect(await proveGroup({ partnerId: id, periodId: '202612', paymentTypeId: 6 })).toMatchObject({
      unexplained: 0,
      findings: [],
    });
  });

  it('restores the roster of a partner that uses all memberships', async () => {
    const [immediate, paying] = [await freshPartner(3), await payingPartner(2)];
    const some = await addMembers(immediate, 3, () => ({ invitationStatus: 4 }));
    const program = await mustLoadGroupMembership(paying.id);
    await transact(...groupMembershipChange(program, { ...program, numberOfMemberships: 3 }));
    for (const [id, members] of [
      [immediate, some],
      [paying.id, paying.members],
    ] as const) {
      const before = await tableNow();
      const rows = members.slice(1).map(({ firstName, lastName, email }) => [firstName, lastName, email]);
      const file = await workbookOf([...rows, ['Eva', 'New', `eva-${id}@people.test`]]);
      const change = await read(id, 'roster', file);
      expect(change.counts).toMatchObject({ end: 1, add: 1 });
      await runJob((await confirm(change.id, change.version)).body.jobId);
      const { version } = await loadRosterChange(change.id);
      await runJob((await undo(change.id, version)).body.jobId);
      expect(await loadRosterChange(change.id)).toMatchObject({ takenBack: { changed: 2, failed: 0 } });
      expect(await tableNow()).toEqual(before);
    }
  });

  it('skips members with a changed key fob, payment, visit, or record, with the reason', async () => {
    const { id, members } = await payingPartner(5);
    const keyFobs = await freshPartner(500, 1);
    const gone = await addMembers(keyFobs, 3, (place) => ({
      invitationStatus: 4,
      keyFobNumber: `${keyFobs}00${place}`,
      enrolledOn: '2026-10-01',
      activatedOn: '2026-10-01',
    }));
    for (const { keyFobNumber } of gone)
      await transact(
        ...keyFobChange(null, {
          ...freeKeyFob(keyFobNumber ?? '', keyFobs, '2026-09-01T00:00:00.000Z'),
          memberId: gone.find((member) => member.keyFobNumber === keyFobNumber)?.id ?? '',
          keyFobStatusId: 1,
        }),
      );
    const change = await read(id, 'leavers', csv(['Email', ...members.map(({ email }) => email)]));
    await runJob((await confirm(change.id, change.version)).body.jobId);
    const other = await read(keyFobs, 'leavers', csv(['Email', ...gone.map(({ email }) => email)]));
    await runJob((await confirm(other.id, other.version)).body.jobId);
    // cancel dues of November, change a member, and reassign a key fob
    const [dues] = await loadPayments([duesId(id, members[0], '202611')]);
    await transact(
      ...paymentChange(dues ?? null, { ...defined(dues), status: 4, statusAt: '2026-11-26T17:00:00.000Z' }),
    );
    const second = await loadMember(members[1]?.id ?? '');
    await transact(...memberChange(second, { ...second, phone: '(612) 555-0100' }));
    await transact(
      ...visitAdded({
        memberId: members[2]?.id ?? '',
        partnerId: id,
        facilityId: world.facility.id,
        facilityName: world.facility.name,
        memberName: 'Ann Lund',
        date: '2026-11-26',
        time: '',
        periodId: '202611',
        version: 0,
      }),
    );
    const left = await Promise.all(members.slice(0, 3).map(({ id: value }) => loadMember(value)));
    const keyFob = await loadKeyFob(gone[0]?.keyFobNumber ?? '');
    await transact(...keyFobChange(keyFob, { ...keyFob, memberId: 'somebody', keyFobStatusId: 1 }));
    await transact(
      ...memberChange(null, { ...defined(gone[1]), id: `new-${keyFobs}`, keyFobNumber: null, version: 0 }),
    );
    const job = await runJob((await undo(change.id, (await loadRosterChange(change.id)).version)).body.jobId);
    expect(job).toMatchObject({ status: 'done', tally: { changed: 2, failed: 3 } });
    expect(
      (await resultsOf(change.id, 'takenBack')).map(({ success, message }) => [success, message]),
    ).toEqual([
      [false, 'A payment of this member changed in the meantime. Not changed.'],
      [false, 'This member was changed in the meantime. Not changed.'],
      [false, 'This member was changed in the meantime. Not changed.'],
      [true, 'Restored.'],
      [true, 'Restored.'],
    ]);
    // skipped members keep all changes, including fields and dues of December
    expect(await Promise.all(left.map(({ id: value }) => loadMember(value)))).toEqual(left);
    expect(await loadPayments(left.map((member) => duesId(id, member, '202612')))).toEqual([]);
    const rest = await Promise.all(members.slice(3).map(({ id: value }) => loadMember(value)));
    expect(rest.map(({ invitationStatus, leavingOn }) => [invitationStatus, leavingOn])).toEqual([
      [4, null],
      [4, null],
    ]);
    await runJob((await undo(other.id, (await loadRosterChange(other.id)).version)).body.jobId);
    expect((await resultsOf(other.id, 'takenBack')).map(({ message }) => message)).toEqual([
      'The key fob was reassigned or changed in the meantime. Not changed.',
      'Another member now has this email. Not changed.',
      'Restored.',
    ]);
    expect((await loadMember(gone[2]?.id ?? '')).invitationStatus).toBe(4);
  });

  it('is refused after the deadline and when repeated', async () => {
    const id = await freshPartner();
    const [one] = await addMembers(id, 1);
    const change = await read(id, 'leavers', csv(['Email', one?.email ?? '']));
    await runJob((await confirm(change.id, change.version)).body.jobId);
    const { version } = await loadRosterChange(change.id);
    setClock('2026-11-27T16:01:00Z');
    expect((await undo(change.id, version)).status).toBe(422);
    expect((await shown(change.id)).takeBackUntil).toBeNull();
    setClock('2026-11-27T15:00:00Z');
    expect((await shown(change.id)).takeBackUntil).toMatch(/^2026-11-27T16:00/);
    expect((await undo(change.id, version)).status).toBe(200);
    expect((await undo(change.id, version)).status).toBe(409);
  });
});
