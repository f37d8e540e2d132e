import { beforeAll, expect, it } from 'vitest';
import { loadRosterChange } from '../../../functions/employees/changes/change-store.ts';
import { sha256 } from '../../../functions/platform/digest.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { importPartBytes } from '../../../shared/employees/upload-limits.ts';
import { call } from '../../support/call.ts';
import { runJob } from '../../support/jobs.ts';
import { makeWorld, type World } from '../../support/world.ts';
import { freshPartner, rosterOf } from '../people.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

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

it('refuses a file whose parts are incomplete, too large, or of another partner', async () => {
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
