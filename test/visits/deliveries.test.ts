import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getFile, putFile } from '../../functions/platform/files.ts';
import { takeDeliveriesHandler as handler } from '../../functions/visits/handlers/check-ins.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { members } from '../../shared/contracts/members.ts';
import type { User } from '../../functions/users/user.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';

const world = useWorld();
let manager: User;
let otherManager: User;
beforeAll(async () => {
  await addFacilities(['8100', '8101']);
  await addMembers('1', [{ id: 'delivered', facilityId: '8100' }]);
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
  JSON.parse(Buffer.from((await getFile('files', `check-ins/${name}.receipt.json`)) ?? []).toString());

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
