import { ListObjectsV2Command, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markProcessed } from '../../functions/files/delivery-store.ts';
import { filesOf, getFile, hasFile, putFile, s3 } from '../../functions/platform/files.ts';
import { transact } from '../../functions/table/transact.ts';
import { takeDeliveriesHandler as handler } from '../../functions/visits/handlers/check-ins.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { members } from '../../shared/contracts/members.ts';
import type { User } from '../../functions/users/user.ts';
import { call } from '../support/call.ts';
import { crash, crashTimes } from '../support/faults.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
let manager: User;
let otherManager: User;
beforeAll(async () => {
  await addFacilities(['8100', '8101', '8102', '8103', '8104']);
  await addMembers('1', [
    { id: 'delivered', facilityId: '8100' },
    { id: 'replaced', facilityId: '8104' },
  ]);
  manager = await createUser({ role: 'facilityManager', facilityId: '8100' });
  otherManager = await createUser({ role: 'facilityManager', facilityId: '8101' });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const deliver = (name: string, ...lines: string[]) =>
  putFile('files', `check-ins/${name}`, lines.join('\n'), 'text/csv');
const take = async () => {
  await handler();
  for (let running = await allRunningJobs(); running.length > 0; running = await allRunningJobs())
    for (const { id } of running) await runJob(id);
};
const deliveriesOf = async (as: User) => (await call(visits.deliveries, as)).body.items;
const receiptOf = async (name: string) =>
  JSON.parse(Buffer.from((await getFile('files', `check-ins-read/${name}.receipt.json`)) ?? []).toString());

async function waiting(facilityId: string) {
  const files: { name: string; content: string }[] = [];
  for await (const file of filesOf('files', `check-ins/${facilityId}/`)) files.push(file);
  return files;
}
const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name);

it('imports a delivered file once and shows it to the member, the club, and administrators', async () => {
  const member = await createUser({ memberIds: ['delivered'], memberPartnerIds: ['1'] });
  const lines = ['Member ID,Club,Check-In Date', 'delivered,8100,11/18/2026', 'delivered,8101,11/19/2026'];
  await deliver('8100/november.csv', ...lines);
  await deliver('9999/of-no-club.csv', ...lines);
  await deliver('8100/readme.txt', 'no check-ins');
  await take();
  const [row, ...others] = await deliveriesOf(manager);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    fileName: 'november.csv',
    status: 'done',
    uploaded: 1,
    failed: 1,
    problem: '',
  });
  const ofAll = await deliveriesOf(world.admin);
  expect(ofAll).toContainEqual(expect.objectContaining({ id: row.id, facilityIDNumber: '8100' }));
  expect(await deliveriesOf(otherManager)).toEqual([]);
  const params = { jobId: row.jobId };
  expect((await call(jobs.get, manager, { params })).body.result.rows).toHaveLength(1);
  expect((await call(jobs.get, otherManager, { params })).status).toBe(403);
  expect((await call(visits.failedCheckIns, manager, { params })).status).toBe(200);
  expect((await call(visits.failedCheckIns, otherManager, { params })).status).toBe(403);
  const log = await call(members.usageLog, member, { query: { memberGuids: 'delivered' } });
  expect(log.body.facilityUsagesGroups[0]).toMatchObject({ dailyUsages: [{ date: '2026-11-18' }] });
  expect(await receiptOf('8100/november.csv')).toMatchObject({
    result: 'imported',
    counts: { counted: 1, failed: 1 },
    refusedRows: [{ line: 3, reason: expect.stringContaining('own club') }],
  });
  const [mail = ''] = await mailsTo(manager.email);
  expect(mail).toContain('1 row of the delivered check-in file november.csv failed');
  await take();
  expect(await deliveriesOf(manager)).toHaveLength(1);
});

it('reports a file that cannot be read, and takes the corrected one', async () => {
  const name = '8101/daily.csv';
  await deliver(name, 'Member ID,Where', 'delivered,8101');
  await take();
  const error = 'The column "Date" is missing.';
  expect(await deliveriesOf(otherManager)).toMatchObject([{ status: null, jobId: null, problem: error }]);
  expect(await receiptOf(name)).toMatchObject({ result: 'refused', problem: error });
  expect(await mailsTo(otherManager.email)).toHaveLength(1);
  await deliver(name, 'Member ID,Date', 'delivered,11/05/2026');
  await take();
  expect((await deliveriesOf(otherManager))[0].problem).toContain('Upload the file once');
  await deliver(name, 'Member ID,Date', 'delivered,11/05/2026', 'delivered,11/17/2026');
  await take();
  expect((await deliveriesOf(otherManager))[0]).toMatchObject({ status: 'done', uploaded: 2, failed: 0 });
});

it('lists only unread files: read ones are moved with their receipts', async () => {
  await deliver('8102/one.csv', 'Member ID,Date', 'read,11/17/2026');
  await deliver('8102/two.csv', 'Member ID,Where', 'read,8102');
  await deliver('8102/upload.csv.part', 'Member ID,Da');
  await deliver('9998/of-no-club.csv', 'Member ID,Date');
  await take();
  expect(namesOf(await waiting('8102'))).toEqual(['check-ins/8102/upload.csv.part']);
  expect(await waiting('9998')).toEqual([]);
  for (const name of ['one.csv', 'one.csv.receipt.json', 'two.csv', 'two.csv.receipt.json'])
    expect(await hasFile('files', `check-ins-read/8102/${name}`), name).toBe(true);
});

it('stores read files without social security numbers, and erases the originals', async () => {
  await deliver('8102/numbers.csv', 'Member ID,Date,SSN', 'read,11/17/2026,417-22-9041');
  await deliver('8102/numbers.xlsx', 'PK417-22-9041');
  await take();
  const copy = Buffer.from((await getFile('files', 'check-ins-read/8102/numbers.csv')) ?? []).toString();
  expect(copy).toContain('"11/17/2026","***-**-****"');
  expect(await hasFile('files', 'check-ins-read/8102/numbers.xlsx')).toBe(false);
  const Bucket = process.env.FILES_BUCKET ?? 'wellport-files';
  const originals = { Bucket, Prefix: 'check-ins/8102/numbers' };
  expect((await s3.send(new ListObjectsV2Command(originals))).Contents ?? []).toEqual([]);
  // the local engine has no versions
  if (process.env.CLOUD === 'local') return;
  expect((await s3.send(new ListObjectVersionsCommand(originals))).Versions).toEqual([]);
});

it('moves files that were read before, with receipts of then, and reads none of them again', async () => {
  await deliver('8103/earlier.csv', 'Member ID,Date', 'earlier,11/17/2026');
  await deliver('8103/earlier.csv.receipt.json', '{}');
  const [earlier] = await waiting('8103');
  await transact(markProcessed(defined(earlier), new Date()));
  await take();
  expect(await waiting('8103')).toEqual([]);
  expect(await hasFile('files', 'check-ins-read/8103/earlier.csv')).toBe(true);
  expect(await hasFile('files', 'check-ins-read/8103/earlier.csv.receipt.json')).toBe(true);
  expect(await deliveriesOf(await createUser({ role: 'facilityManager', facilityId: '8103' }))).toEqual([]);
});

it('reads a file that is replaced during the run once, with its newest rows', async () => {
  const club = await createUser({ role: 'facilityManager', facilityId: '8104' });
  const lines = ['Member ID,Date', 'replaced,11/17/2026', 'replaced,11/18/2026'];
  await deliver('8104/growing.csv', ...lines.slice(0, 2));
  const stack = s3.middlewareStack as unknown as Stack;
  const grow =
    (next: (request: unknown) => Promise<unknown>, { commandName }: { commandName?: string }) =>
    async (request: unknown) => {
      if (commandName !== 'GetObjectCommand') return next(request);
      stack.remove('grow');
      await deliver('8104/growing.csv', ...lines);
      return next(request);
    };
  stack.add(grow, { step: 'initialize', name: 'grow' });
  await take();
  await take();
  await take();
  expect(await deliveriesOf(club)).toMatchObject([{ status: 'done', uploaded: 2, failed: 0 }]);
  expect(await waiting('8104')).toEqual([]);
});

describe('a worker that dies', () => {
  it.each(crashTimes)('%s any write of a run neither loses nor repeats a file', async (when) => {
    const id = `81${when}`;
    await addFacilities([id]);
    const club = await createUser({ role: 'facilityManager', facilityId: id });
    const good = ['Member ID,Date', 'dying,11/17/2026', 'dying,11/18/2026'];
    for (let n = 1, died = true; died; n += 1) {
      await addMembers('1', [{ id: `dying-${when}-${n}`, facilityId: id }]);
      const rows = good.map((line) => line.replace('dying', `dying-${when}-${n}`));
      await deliver(`${id}/good-${n}.csv`, ...rows);
      await deliver(`${id}/bad-${n}.csv`, 'Member ID,Where', `${n}`);
      died = await crash(n, when, () => handler(), [s3]);
      await take();
      await take();
      const files = (await deliveriesOf(club)).filter(({ fileName }: { fileName: string }) =>
        fileName.endsWith(`-${n}.csv`),
      );
      expect(files, `${n}`).toHaveLength(2);
      expect(files).toContainEqual(expect.objectContaining({ status: 'done', uploaded: 2, failed: 0 }));
      expect(await receiptOf(`${id}/good-${n}.csv`)).toMatchObject({ result: 'imported' });
      expect(await receiptOf(`${id}/bad-${n}.csv`)).toMatchObject({ result: 'refused' });
      expect(await waiting(id)).toEqual([]);
    }
    expect(await mailsTo(club.email)).not.toHaveLength(0);
  });
});

interface Stack {
  add: (middleware: unknown, options: { step: string; name: string }) => void;
  remove: (name: string) => boolean;
}
