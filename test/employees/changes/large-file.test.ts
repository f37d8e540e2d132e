import { describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../../functions/employees/changes/change-store.ts';
import { sha256 } from '../../../functions/platform/digest.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChange } from '../../../shared/employees/roster-change.ts';
import { importPartBytes } from '../../../shared/employees/employee-rows.ts';
import { call } from '../../support/call.ts';
import { runJob } from '../../support/jobs.ts';
import { useWorld } from '../../support/world.ts';
import { freshPartner, rosterOf } from '../people.ts';

const world = useWorld();

const people = (id: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Ann,Lund ${index},ann.${index}@import${id}.test`);
const csvOf = (rows: readonly string[]) => Buffer.from(['First Name,Last Name,Email', ...rows].join('\n'));

async function uploadParts(partnerID: string, bytes: Buffer, parts = 2) {
  const uploadId = `upload-of-${partnerID}`;
  const size = Math.ceil(bytes.length / parts);
  for (let part = 0; part < parts; part++) {
    const file = { name: 'part', bytes: bytes.subarray(part * size, (part + 1) * size) };
    await call(employees.uploadRosterPart, world.admin, {
      body: { partnerID, uploadId, part: String(part) },
      files: { file },
    });
  }
  return uploadId;
}

async function importFile(partnerID: string, bytes: Buffer, fileHash = sha256(bytes)) {
  const uploadId = await uploadParts(partnerID, bytes);
  const file = { uploadId, parts: 2, fileName: 'roster.csv', fileHash };
  const body = { partnerID, kind: 'additions', ...file };
  return call(employees.importRoster, world.admin, { body });
}

async function preview(partnerID: string, bytes: Buffer) {
  const { body } = await importFile(partnerID, bytes);
  await runJob(body.jobId);
  return loadRosterChange(body.changeId);
}

it('adds the employees of a file in parts once, and ends no membership', async () => {
  const id = await freshPartner(40);
  const file = csvOf([...people(id, 38), `,Nameless,no.name@import${id}.test`]);
  const change = await preview(id, file);
  expect(change).toMatchObject({
    status: 'preview',
    fileHash: sha256(file),
    counts: { rows: 39, add: 38, wrong: 1, end: 0, change: 0 },
    needsAdministrator: false,
  });
  const params = { changeId: change.id };
  const { version } = change;
  const { body } = await call(employees.confirmRosterChange, world.admin, { params, body: { version } });
  expect(await runJob(body.jobId)).toMatchObject({ status: 'done', tally: { changed: 38, failed: 0 } });
  expect(await rosterOf(world, id)).toHaveLength(38);
  const again = await preview(id, csvOf(people(id, 41)));
  // two of three new employees fit into the 40 memberships
  expect(again.counts).toMatchObject({ rows: 41, add: 2, wrong: 39, end: 0 });
  const wrong = await call(employees.rosterChangeRows, world.admin, {
    params: { changeId: again.id },
    query: { group: 'wrong' },
  });
  const reasons = wrong.body.items.map(({ what }: { what: string }) => what);
  expect(reasons).toContain('This email has already been uploaded.');
  expect(again.effects.monthlyLess).toBe(0);
});

describe('a file with unknown column titles', () => {
  const unknown = (id: string) =>
    Buffer.from(['Given,Family,Contact,Born', ...people(id, 5).map((row) => `${row},04/03/1980`)].join('\n'));
  const columns = { firstName: 'Given', lastName: 'Family', email: 'Contact', dateOfBirth: 'Born' };
  const columnsOf = (changeId: string) =>
    call(employees.rosterFileColumns, world.admin, { params: { changeId } });
  const save = (partnerID: string, body: object) =>
    call(employees.saveUploadColumns, world.admin, { params: { partnerID }, body });
  const readAgain = ({ id: changeId, version }: RosterChange) =>
    call(employees.readRosterFile, world.admin, { params: { changeId }, body: { version } });

  it('waits for its columns, with three values of each, and is read with the selected ones', async () => {
    const id = await freshPartner(10);
    const waiting = await preview(id, unknown(id));
    expect(waiting).toMatchObject({ status: 'columns', counts: { rows: 0 }, problem: null });
    const { body: found } = await columnsOf(waiting.id);
    expect(found).toMatchObject({
      titles: ['Given', 'Family', 'Contact', 'Born'],
      problem: expect.stringContaining('"First Name" is missing'),
      mapping: { version: 0 },
    });
    expect(found.samples[1]).toEqual(['Lund 0', 'Lund 1', 'Lund 2']);
    expect((await save(id, { columns, version: 0 })).status).toBe(200);
    const dates = await readAgain(waiting);
    await runJob(dates.body.jobId);
    const asksDates = await loadRosterChange(waiting.id);
    // the birth dates fit both orders
    expect(asksDates.status).toBe('columns');
    expect((await columnsOf(waiting.id)).body).toMatchObject({ problem: '', asksDateOrder: true });
    await save(id, { columns, dateOrder: 'dmy', version: 1 });
    expect((await readAgain(waiting)).status).toBe(409);
    const last = await readAgain(asksDates);
    await runJob(last.body.jobId);
    const change = await loadRosterChange(waiting.id);
    expect(change).toMatchObject({ status: 'preview', counts: { rows: 5, add: 5, wrong: 0 } });
    expect((await readAgain(change)).status).toBe(409);
    expect((await preview(id, unknown(id))).status).toBe('preview');
  });

  it('shows its columns again if no row is valid with the selected ones', async () => {
    const id = await freshPartner(10);
    const waiting = await preview(id, unknown(id));
    const ignored = ['Contact', 'Born'];
    const wrong = { ...columns, email: 'Born', dateOfBirth: '' };
    await save(id, { columns: wrong, ignored, version: 0 });
    await runJob((await readAgain(waiting)).body.jobId);
    const change = await loadRosterChange(waiting.id);
    expect(change.status).toBe('columns');
    const { body } = await columnsOf(change.id);
    expect(body.problem).toMatch(/No row of this file is valid/);
    expect(body.questions).toEqual([]);
  });

  it('has no columns to select if its titles are known', async () => {
    const id = await freshPartner(10);
    const change = await preview(id, csvOf(people(id, 3)));
    expect((await columnsOf(change.id)).status).toBe(404);
  });
});

it('refuses a file if its parts are incomplete, too large, or of another partner', async () => {
  const id = await freshPartner();
  const file = csvOf(people(id, 3));
  const { status, body } = await importFile(id, file, sha256('another file'));
  expect([status, body.message]).toEqual([422, expect.stringMatching(/not uploaded completely/)]);
  const bytes = new Uint8Array(importPartBytes + 1);
  const request = {
    body: { partnerID: id, uploadId: 'large', part: '0' },
    files: { file: { name: 'x', bytes } },
  };
  expect((await call(employees.uploadRosterPart, world.admin, request)).status).toBe(422);
  const { manager } = world.own;
  expect((await call(employees.uploadRosterPart, manager, request)).status).toBe(403);
});

it('is imported once when a request without a response is repeated', async () => {
  const id = await freshPartner(40);
  const bytes = Buffer.from(
    'First Name,Last Name,Email\nAnn,Lund,ann@repeated.test\nBo,Berg,bo@repeated.test\n',
  );
  const listed = async () =>
    (await call(employees.rosterChanges, world.admin, { query: { partnerID: id } })).body.items;
  const uploadId = await uploadParts(id, bytes);
  const file = { uploadId, parts: 2, fileName: 'roster.csv', fileHash: sha256(bytes) };
  const body = { partnerID: id, kind: 'additions', ...file };
  const inParts = () => call(employees.importRoster, world.admin, { body });
  const first = (await inParts()).body;
  expect((await inParts()).body).toEqual(first);
  await runJob(first.jobId);
  expect((await inParts()).body).toEqual(first);
  expect(await listed()).toHaveLength(1);
  const leavers = (headers: Record<string, string>) =>
    call(employees.beginRosterChange, world.admin, {
      body: { partnerID: id, kind: 'leavers' },
      files: { file: { name: 'leavers.csv', bytes: Buffer.from('Email\nann@repeated.test\n') } },
      headers,
    });
  const key = { 'idempotency-key': 'leavers' };
  const begun = (await leavers(key)).body;
  expect((await leavers(key)).body).toEqual(begun);
  expect(await listed()).toHaveLength(2);
  await runJob(begun.jobId);
  expect(await loadRosterChange(begun.changeId)).toMatchObject({ status: 'preview' });
  // the same file without a lost response is a new import
  expect((await leavers({})).body.changeId).not.toBe(begun.changeId);
  const { id: changeId, version } = await loadRosterChange(first.changeId);
  const confirmed = await call(employees.confirmRosterChange, world.admin, {
    params: { changeId },
    body: { version, unticked: [] },
  });
  expect((await runJob(confirmed.body.jobId)).tally).toMatchObject({ changed: 2, failed: 0 });
  expect(await rosterOf(world, id)).toHaveLength(2);
});
