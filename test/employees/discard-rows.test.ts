import { expect, it } from 'vitest';
import { announceToManagersHandler as announce } from '../../functions/approvals/handlers.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { partners } from '../../shared/contracts/partners.ts';
import type { User } from '../../functions/users/user.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { freshPartner, workbookOf } from './people.ts';

const world = useWorld();
resetClockAfterEach();

const start = Date.parse('2026-11-20T16:00:00Z');
const at = (minutes: number) => ({ time: new Date(start + minutes * 60_000).toISOString() });

const people = [
  ['Ann', 'Lund', 'ann@discard.test'],
  ['Bo', 'Berg', 'no address'],
  ['Cy', '', 'cy@discard.test'],
  ['Ann', 'Lund', 'ann@discard.test'],
];

const manager = (partnerId: string) => createUser({ role: 'partnerManager', partnerId });
async function begin(partnerId: string, as: User, rows = people): Promise<string> {
  const files = { file: await workbookOf(rows) };
  const { body } = await call(employees.upload, as, { body: { partnerId }, files });
  return body.jobId;
}
const upload = async (partnerId: string, as: User, rows = people) =>
  (await runJob(await begin(partnerId, as, rows))).id;
const discard = (jobId: string, as: User) => call(employees.discardRows, as, { params: { jobId } });
const fix = (jobId: string, as: User) => {
  const row = {
    line: 3,
    firstName: 'Bo',
    lastName: 'Berg',
    email: 'bo@discard.test',
    phone: '',
    dateOfBirth: '',
  };
  return call(employees.fixRows, as, { params: { jobId }, body: { rows: [row] } });
};
const tasks = async (as: User): Promise<string[]> =>
  (await call(approvals.list, as)).body.items.map(({ title }: { title: string }) => title);

it('ends the task of discarded rows, which remain readable and cannot be fixed', async () => {
  setClock(at(0).time);
  const partnerId = await freshPartner();
  const [uploader, colleague] = [await manager(partnerId), await manager(partnerId)];
  const jobId = await upload(partnerId, uploader);
  expect(await tasks(colleague)).toEqual(['Fix 2 rows of people.xlsx']);
  const { status, body } = await discard(jobId, colleague);
  expect([status, body.message]).toEqual([200, '2 rows were discarded.']);
  expect([await tasks(uploader), await tasks(colleague)]).toEqual([[], []]);
  await announce(at(1));
  expect((await emailsTo(colleague.email)).length).toBe(0);
  expect((await emailsTo(uploader.email)).map(({ subject }) => subject)).toEqual([
    '2 rows of people.xlsx were discarded',
  ]);
  const { result } = (await call(jobs.get, uploader, { params: { jobId } })).body;
  const who = `${colleague.firstName} ${colleague.lastName}`;
  expect(result.discarded).toMatchObject({ who, count: 2 });
  expect(result.discarded.at.slice(0, 16)).toBe(at(0).time.slice(0, 16));
  expect(result.rows).toHaveLength(3);
  const history = await call(employees.uploads, world.admin, { query: { partnerID: partnerId } });
  expect(history.body.items).toMatchObject([{ jobId, failed: 3, toFix: 0 }]);
  expect((await call(employees.failedUploads, uploader, { params: { jobId } })).status).toBe(200);
  for (const late of [await fix(jobId, uploader), await discard(jobId, world.admin)]) {
    expect(late.status).toBe(409);
    expect(late.body.message).toContain('The rows of this upload were discarded.');
  }
  const activity = await call(partners.activity, uploader, { params: { partnerID: partnerId }, query: {} });
  expect(JSON.stringify(activity.body)).toContain('Discarded 2 rows of people.xlsx that were not added');
});

it('refuses a manager of another partner', async () => {
  const jobId = await upload(await freshPartner(), world.admin);
  expect((await discard(jobId, world.own.manager)).status).toBe(403);
});

it('does one of a fix and a discard at the same time, and refuses the other', async () => {
  const partnerId = await freshPartner();
  const jobId = await upload(partnerId, world.admin);
  const both = await Promise.all([fix(jobId, world.admin), discard(jobId, world.admin)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const lost = both.find(({ status }) => status === 409);
  expect(lost?.body.message).toMatch(/were fixed or discarded|were discarded|in a later upload/);
  const isFixed = both[0].status === 200;
  const { result } = (await call(jobs.get, world.admin, { params: { jobId } })).body;
  expect([result.continuedIn !== undefined, result.discarded !== undefined]).toEqual([isFixed, !isFixed]);
});

it('neither fixes nor discards rows of an upload that still runs', async () => {
  const jobId = await begin(await freshPartner(), world.admin);
  for (const { status, body } of [await fix(jobId, world.admin), await discard(jobId, world.admin)])
    expect([status, body.message]).toEqual([409, expect.stringContaining('is not finished')]);
  await runJob(jobId);
  expect((await discard(jobId, world.admin)).status).toBe(200);
});

it('has nothing to discard in an upload without rows to fix', async () => {
  const only = [people[0] ?? [], people[3] ?? []];
  const jobId = await upload(await freshPartner(), world.admin, only);
  expect(await refusedRowsOf(jobId)).toHaveLength(1);
  expect((await discard(jobId, world.admin)).status).toBe(409);
});

it('lists the rows of an upload that is older than a page of uploads, until they are deleted', async () => {
  setClock(at(0).time);
  const partnerId = await freshPartner();
  const reader = await manager(partnerId);
  await upload(partnerId, reader);
  for (let index = 1; index <= 21; index++) {
    setClock(at(index).time);
    await upload(partnerId, reader, [['Di', 'Moe', `di-${index}@discard.test`]]);
  }
  expect(await tasks(reader)).toEqual(['Fix 2 rows of people.xlsx']);
  setClock(at(31 * 1440).time);
  expect(await tasks(reader)).toEqual([]);
});
