import { beforeEach, describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { s3 } from '../../functions/platform/files.ts';
import { queryItems } from '../../functions/table/table.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { batchState, type BatchResult, type BatchRow } from '../../shared/integrations/eligibility-batch.ts';
import { addMembers, freshPartner, rosterOf, runDying } from '../employees/people.ts';
import { tableNow } from '../employees/changes/table-now.ts';
import { now } from '../../functions/platform/clock.ts';
import { createApiClient } from '../support/api-clients.ts';
import { call, type TestClient } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, runStep } from '../support/jobs.ts';
import { someWebhook, useWorld } from '../support/world.ts';
import { startReceiver } from './receiver.ts';
import { writesOf } from './writes.ts';

const world = useWorld();
Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });
beforeEach(() => setClock('2026-11-26T16:00:00Z'));
resetClockAfterEach();

/** Creates a client with a token of the clock's time. */
const clientOf = (client: Parameters<typeof createApiClient>[0]) => createApiClient(client, now());

let sent = 0;
/** A partner with a client. */
async function partnerWithClient(memberships = 500) {
  const partnerId = await freshPartner(memberships);
  return { partnerId, client: await clientOf({ ownerKind: 'partner', ownerId: partnerId }) };
}
const person = (index: number, more: Partial<BatchRow> = {}): BatchRow => ({
  firstName: 'Ida',
  lastName: `Holm${String.fromCodePoint(97 + index)}`,
  email: `ida${index}@people.test`,
  employeeNumber: `E-${index}`,
  ...more,
});
const send = (client: TestClient, rows: readonly object[], more: object = {}) =>
  call(integrations.sendBatch, client, {
    body: { idempotencyKey: `key-${++sent}`, mode: 'roster', rows, ...more },
  });
const get = (client: TestClient, batchId: string) =>
  call(integrations.batch, client, { params: { batchId } });
async function pagesOf(endpoint: 'batchResults' | 'batchErrors', client: TestClient, batchId: string) {
  const items: BatchResult[] = [];
  let cursor: string | undefined;
  do {
    const { status, body } = await call(integrations[endpoint], client, {
      params: { batchId },
      query: { cursor },
    });
    expect(status).toBe(200);
    items.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return items;
}
const resultsOf = (client: TestClient, batchId: string) => pagesOf('batchResults', client, batchId);
const summary = (results: readonly BatchResult[]) => results.map(({ row, result }) => [row, result]);
const jobOf = async (batchId: string) => (await loadRosterChange(batchId)).jobId;
/** Runs the jobs of a batch to their end. */
async function finish(batchId: string) {
  await runJob(await jobOf(batchId));
  await runJob(await jobOf(batchId));
}
const confirm = async (batchId: string) =>
  call(employees.confirmRosterChange, world.admin, {
    params: { changeId: batchId },
    body: { version: (await loadRosterChange(batchId)).version },
  });

describe('a batch', () => {
  it('adds, changes, and ends memberships with a result per row, like a full roster file', async () => {
    const { partnerId, client } = await partnerWithClient();
    const members = await addMembers(partnerId, 3);
    const [first, second, third] = members;
    const rows = [
      person(1),
      { firstName: 'Ann', lastName: first?.lastName, email: first?.email, phone: '612 555 0100' },
      { firstName: 'Ann', lastName: second?.lastName, email: second?.email },
      person(2, { email: 'no email' }),
    ];
    const begun = await send(client, rows);
    expect([begun.status, begun.body.state, begun.body.mode]).toEqual([200, 'reading', 'roster']);
    await finish(begun.body.id);
    const { body } = await get(client, begun.body.id);
    expect(body).toMatchObject({
      state: 'waiting',
      counts: { rows: 4, added: 1, changed: 1, ended: 1, unchanged: 1, failed: 1 },
      undoUntil: null,
    });
    // one of three members is more than 5 percent
    expect(await rosterOf(world, partnerId)).toHaveLength(3);
    const expected = await resultsOf(client, body.id);
    expect(expected.map(({ row, result, memberId, code }) => [row, result, memberId, code])).toEqual([
      [null, 'ended', third?.id, null],
      [2, 'changed', first?.id, null],
      [1, 'added', null, null],
      [3, 'unchanged', second?.id, null],
      [4, 'failed', null, 'invalid'],
    ]);
    await confirm(body.id);
    await finish(body.id);
    expect((await get(client, body.id)).body).toMatchObject({
      state: 'applied',
      applied: { changed: 3, failed: 0 },
    });
    const applied = await resultsOf(client, body.id);
    expect(summary(applied)).toEqual(summary(expected));
    expect(applied[1]?.message).toBe('Phone: none → 612 555 0100.');
    expect(await rosterOf(world, partnerId)).toHaveLength(3);
    expect(summary(await pagesOf('batchErrors', client, body.id))).toEqual([[4, 'failed']]);
    expect((await pagesOf('batchErrors', client, body.id))[0]).toMatchObject({
      code: 'invalid',
      message: 'Email is not valid. Write it as name@example.com.',
    });
  });

  it('is applied without a person, once per key, and shows other content under a used key as an error', async () => {
    const { partnerId, client } = await partnerWithClient();
    const rows = [person(1), person(2)];
    const more = { idempotencyKey: 'november', mode: 'additions' };
    const both = await Promise.all([send(client, rows, more), send(client, rows, more)]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
    const { id } = both[0].body;
    await finish(id);
    const writes = await writesOf(async () => {
      const again = await send(client, rows, more);
      expect(again.body).toMatchObject({ id, state: 'applied', applied: { changed: 2, failed: 0 } });
    });
    expect(writes.filter((pk) => !pk.startsWith('API-CALLS#'))).toEqual([]);
    expect(await rosterOf(world, partnerId)).toHaveLength(2);
    for (const other of [
      await send(client, [person(1)], more),
      await send(client, rows, { ...more, dryRun: true }),
      await send(client, rows, { ...more, mode: 'roster' }),
    ])
      expect([other.status, Object.keys(other.body.fields)]).toEqual([422, ['idempotencyKey']]);
    // the keys of another client are its own
    const second = await clientOf({ ownerKind: 'partner', ownerId: partnerId });
    expect((await send(second, rows, more)).body.id).not.toBe(id);
  });

  it('returns the same results as a dry run without a change', async () => {
    const { partnerId, client } = await partnerWithClient();
    await addMembers(partnerId, 1);
    const rows = [person(1), person(2, { firstName: '' }), person(3)];
    const others = async () =>
      Object.entries(await tableNow()).filter(([name]) => !name.startsWith('API-CALLS#'));
    const before = await others();
    const dry = await send(client, rows, { mode: 'additions', dryRun: true });
    await finish(dry.body.id);
    expect((await get(client, dry.body.id)).body).toMatchObject({
      state: 'checked',
      dryRun: true,
      applied: null,
    });
    expect(await others()).toEqual(before);
    expect((await confirm(dry.body.id)).status).toBe(409);
    const real = await send(client, rows, { mode: 'additions' });
    await finish(real.body.id);
    // an applied row has the ID of its new member and the message of the result
    const bare = (results: readonly BatchResult[]) =>
      results.map((result) => ({ ...result, message: '', memberId: '' }));
    const [expected, applied] = [await resultsOf(client, dry.body.id), await resultsOf(client, real.body.id)];
    expect(bare(applied)).toEqual(bare(expected));
    expect(applied.map(({ memberId }) => memberId !== null)).toEqual([true, true, false]);
    expect(summary(await pagesOf('batchErrors', client, real.body.id))).toEqual([[2, 'failed']]);
  });

  it('ends the memberships of leavers by email or key fob, and lists unknown rows', async () => {
    const { partnerId, client } = await partnerWithClient();
    const [first] = await addMembers(partnerId, 30);
    const { body } = await send(client, [{ email: first?.email }, { keyFobNumber: 'ABC999' }], {
      mode: 'leavers',
    });
    await finish(body.id);
    expect((await get(client, body.id)).body).toMatchObject({
      state: 'applied',
      counts: { ended: 1, failed: 1 },
    });
    expect(await rosterOf(world, partnerId)).toHaveLength(29);
  });

  it('refuses too many rows, unknown fields, and an empty batch, and reads 5,000 rows', async () => {
    const { client } = await partnerWithClient();
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ email: `${index}` }));
    const refused = await send(client, many(5_001));
    expect([refused.status, refused.body.fields]).toEqual([400, { rows: 'At most 5000 rows are allowed.' }]);
    expect((await send(client, [])).status).toBe(400);
    expect((await send(client, [{ ...person(1), emial: 'x' }])).status).toBe(400);
    const { body } = await send(client, [...many(4_999), person(1)], { mode: 'additions', dryRun: true });
    await finish(body.id);
    expect((await get(client, body.id)).body.counts).toMatchObject({ rows: 5000, added: 1, failed: 4999 });
    const errors = await pagesOf('batchErrors', client, body.id);
    expect(new Set(errors.map(({ row }) => row)).size).toBe(4999);
  });

  it('refuses a batch without a valid row and lists the errors', async () => {
    const { partnerId, client } = await partnerWithClient();
    await addMembers(partnerId, 2);
    const { body } = await send(client, [person(1, { email: '' })]);
    await finish(body.id);
    expect((await get(client, body.id)).body).toMatchObject({
      state: 'refused',
      message: 'No row of this batch is valid. No members were compared.',
    });
    expect(summary(await pagesOf('batchErrors', client, body.id))).toEqual([[1, 'failed']]);
    expect(await rosterOf(world, partnerId)).toHaveLength(2);
  });
});

it.each([
  // the next step of the job confirms the preview
  ['preview', 'running', 'reading'],
  ['preview', 'done', 'review'],
  ['judging', 'failed', 'failed'],
  ['waiting', 'done', 'waiting'],
  ['running', 'running', 'applying'],
] as const)('the state of %s with a job that is %s is %s', (status, job, state) => {
  expect(batchState({ status }, job)).toBe(state);
});

describe('the lifecycle of a batch', () => {
  it('survives workers that die at each write, and sends roster.completed once', async () => {
    const { partnerId, client } = await partnerWithClient();
    await addMembers(partnerId, 30);
    const receiver = await startReceiver();
    const owner = `partner-${partnerId}` as const;
    await transact(
      ...webhooksChange(await webhooksOf(owner), [
        someWebhook(owner, { isActive: true, kinds: ['roster.completed'], url: receiver.url }),
      ]),
    );
    forgetReceivers();
    const { body } = await send(client, [person(1), person(2)], { mode: 'additions' });
    await runDying(await jobOf(body.id), [s3]);
    await runDying(await jobOf(body.id), [s3]);
    expect(await rosterOf(world, partnerId)).toHaveLength(32);
    const data = { partnerId, rosterChangeId: body.id, changed: 2, failed: 0 };
    await deliver();
    expect(receiver.received.map((event) => event.body.data)).toEqual([data]);
    // a batch without changes is complete as well
    const same = await send(client, [{ email: 'nobody@people.test' }], { mode: 'leavers' });
    await finish(same.body.id);
    await deliver();
    expect((await get(client, same.body.id)).body).toMatchObject({ state: 'applied', undoUntil: null });
    expect(receiver.received.map((event) => event.body.data.rosterChangeId)).toEqual([body.id, same.body.id]);
  });

  it('waits for a confirmation on screen if its client was revoked before it was applied', async () => {
    const { partnerId, client } = await partnerWithClient();
    const { body } = await send(client, [person(1)], { mode: 'additions' });
    await runStep(await jobOf(body.id));
    await call(integrations.revokeClient, world.admin, { params: { clientId: client.id } });
    await finish(body.id);
    expect((await get(client, body.id)).status).toBe(401);
    expect(await rosterOf(world, partnerId)).toEqual([]);
    const other = await clientOf({ ownerKind: 'partner', ownerId: partnerId });
    expect((await get(other, body.id)).body.state).toBe('review');
    await confirm(body.id);
    await finish(body.id);
    expect(await rosterOf(world, partnerId)).toHaveLength(1);
  });

  it('completes if its client is revoked while it is applied, and is undone on screen', async () => {
    const { partnerId, client } = await partnerWithClient();
    const { body } = await send(client, [person(1)], { mode: 'additions' });
    await runJob(await jobOf(body.id));
    await call(integrations.revokeClient, world.admin, { params: { clientId: client.id } });
    await finish(body.id);
    expect(await rosterOf(world, partnerId)).toHaveLength(1);
    const other = await clientOf({ ownerKind: 'partner', ownerId: partnerId });
    const applied = (await get(other, body.id)).body;
    expect([applied.state, applied.undoUntil]).toEqual([
      'applied',
      expect.stringMatching(/^2026-11-27T16:00/),
    ]);
    const undone = await call(employees.undoRosterChange, world.admin, {
      params: { changeId: body.id },
      body: { version: (await loadRosterChange(body.id)).version },
    });
    await runJob(undone.body.jobId);
    expect((await get(other, body.id)).body).toMatchObject({
      state: 'undone',
      undone: { changed: 1, failed: 0 },
      undoUntil: null,
    });
    expect(await rosterOf(world, partnerId)).toEqual([]);
  });

  it('shows its client on screen, and hides it from other partners and from clients without the scope', async () => {
    const { partnerId, client } = await partnerWithClient();
    const { body } = await send(client, [person(1)], { mode: 'additions', idempotencyKey: 'shown' });
    const list = await call(employees.rosterChanges, world.admin, { query: { partnerID: partnerId } });
    expect(list.body.items).toMatchObject([
      { id: body.id, fileName: 'Batch shown', startedBy: 'HR system (API client)' },
    ]);
    const stranger = await clientOf({ ownerKind: 'partner', ownerId: '1' });
    for (const endpoint of ['batch', 'batchResults', 'batchErrors'] as const)
      expect((await call(integrations[endpoint], stranger, { params: { batchId: body.id } })).status).toBe(
        404,
      );
    const reader = await clientOf({ ownerKind: 'partner', ownerId: partnerId, scopes: ['roster:read'] });
    expect((await get(reader, body.id)).status).toBe(200);
    const refused = await send(reader, [person(1)]);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      403,
      expect.stringContaining('scope="roster:write"'),
    ]);
    const { items } = await queryItems(keys.apiCall(client.id, '').pk);
    expect(items).toContainEqual(
      expect.objectContaining({ endpoint: 'POST /eligibility/batches', status: 200 }),
    );
  });

  it('is refused for a partner without a group membership', async () => {
    const lonely = await clientOf({ ownerKind: 'partner', ownerId: '987654' });
    expect((await send(lonely, [person(1)])).status).toBe(404);
  });
});
