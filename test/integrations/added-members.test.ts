import { beforeEach, describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { freshPartner, rosterOf, workbookOf } from '../employees/people.ts';
import { createApiClient } from '../support/api-clients.ts';
import { call, type TestClient } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { someWebhook, useWorld } from '../support/world.ts';
import { startReceiver } from './receiver.ts';

const world = useWorld();
Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });

let partnerId = '';
let client: TestClient;
const useProgram = async (numberOfMemberships: number) => {
  partnerId = await freshPartner(numberOfMemberships);
  client = await createApiClient({ ownerKind: 'partner', ownerId: partnerId }, now());
};
beforeEach(() => useProgram(2));

interface Employee {
  firstName: string;
  lastName: string;
  email: string;
}
const employee = (name: string): Employee => ({
  firstName: 'Ida',
  lastName: `Holm ${name}`,
  email: `${name.toLowerCase()}@people.test`,
});

/** Outcome of an addition: undefined for an added member, or the refusal. */
type Outcome = { code?: string; message: string } | undefined;

let sent = 0;
async function sendBatch(rows: readonly Employee[], more: object = {}) {
  const body = { idempotencyKey: `key-${++sent}`, mode: 'additions', rows, ...more };
  const { id } = (await call(integrations.sendBatch, client, { body })).body;
  // reads the batch, then applies it
  for (let job = 0; job < 2; job++) await runJob((await loadRosterChange(id)).jobId);
  const { items } = (await call(integrations.batchResults, client, { params: { batchId: id } })).body;
  return items.map(({ result, code, message }: { result: string; code: string; message: string }) => ({
    result,
    code,
    message,
  }));
}

async function importRoster(rows: readonly Employee[]) {
  const file = await workbookOf(rows.map(({ firstName, lastName, email }) => [firstName, lastName, email]));
  const { body } = await call(employees.beginRosterChange, world.admin, {
    body: { partnerID: partnerId, kind: 'roster' },
    files: { file },
  });
  await runJob(body.jobId);
  return loadRosterChange(body.changeId);
}

const createUser = ({ firstName, lastName, email }: Employee, active = true) =>
  call(integrations.scimCreateUser, client, {
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email,
      name: { givenName: firstName, familyName: lastName },
      active,
    },
  });

const channels: [string, (added: Employee) => Promise<Outcome>][] = [
  [
    'the form',
    async (added) => {
      const { status, body } = await call(employees.add, world.admin, { body: { partnerId, ...added } });
      return status === 200 ? undefined : body;
    },
  ],
  [
    'an upload',
    async ({ firstName, lastName, email }) => {
      const file = await workbookOf([[firstName, lastName, email]]);
      const { body } = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
      const job = await runJob(body.jobId);
      const [refused] = await refusedRowsOf(job.id);
      return refused && { message: refused.reason };
    },
  ],
  [
    'a batch of new employees',
    async (added) => {
      const [{ result, code, message } = { result: '', code: '', message: '' }] = await sendBatch([added]);
      return result === 'added' ? undefined : { code, message };
    },
  ],
  [
    'SCIM',
    async (added) => {
      const { status, body } = await createUser(added);
      return status === 201 ? undefined : { message: body.detail };
    },
  ],
];

describe.each(channels)('members added by %s', (_, add) => {
  it('have their own email and membership, and an audit event', async () => {
    expect(await add(employee('Ann'))).toBeUndefined();
    expect(await add({ ...employee('Bo'), email: 'ANN@people.test' })).toMatchObject({
      message: expect.stringMatching(/already been uploaded|userName/),
    });
    expect(await add(employee('Bo'))).toBeUndefined();
    const refused = await add(employee('Cy'));
    expect(refused).toMatchObject({
      message: 'There are more recipients than memberships: all 2 are in use.',
      ...(refused?.code && { code: 'invalid' }),
    });
    expect(await rosterOf(world, partnerId)).toHaveLength(2);
    let audited = 0;
    for await (const event of eachItem(keys.audit(`partner ${partnerId}`, '', '').pk))
      if (event.name === 'employees uploaded') audited += 1;
    expect(audited).toBe(2);
  });
});

describe('a full program', () => {
  it('refuses the same rows with the same code in a dry run and when a batch is applied', async () => {
    await useProgram(1);
    const rows = [employee('Ann'), employee('Bo')];
    const expected = ['added', 'failed'];
    for (const dryRun of [true, false]) {
      const results = await sendBatch(rows, { dryRun });
      expect(results.map(({ result }: { result: string }) => result)).toEqual(expected);
      expect(results[1]).toMatchObject({ code: 'invalid' });
    }
  });

  it('is shown in the preview of a full roster, except for memberships that the roster ends', async () => {
    const [ann, bo, cy, di] = ['Ann', 'Bo', 'Cy', 'Di'].map(employee) as [
      Employee,
      Employee,
      Employee,
      Employee,
    ];
    await sendBatch([ann, bo]);
    const { counts, id } = await importRoster([ann, cy, di]);
    expect(counts).toMatchObject({ add: 1, end: 1, wrong: 1 });
    const wrong = await call(employees.rosterChangeRows, world.admin, {
      params: { changeId: id },
      query: { group: 'wrong' },
    });
    expect(wrong.body.items).toMatchObject([
      { line: 4, code: 'invalid', what: 'There are more recipients than memberships: all 2 are in use.' },
    ]);
  });

  it('reports no duplicate to an identity provider that lost the last membership to another request', async () => {
    await useProgram(1);
    const results = await Promise.all([createUser(employee('Ann')), createUser(employee('Bo'))]);
    const refused = results.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body.scimType).toBeUndefined();
  });
});

it('sends no event that a user left who was created inactive', async () => {
  const receiver = await startReceiver();
  const id = `all-${'1'.padStart(26, '0')}`;
  const webhook = someWebhook('all', { id, isActive: true, url: receiver.url, kinds: ['member.left'] });
  await transact(...webhooksChange(await webhooksOf('all'), [webhook]));
  forgetReceivers();
  expect((await createUser(employee('Ann'), false)).status).toBe(201);
  const { body } = await createUser(employee('Bo'));
  await call(integrations.scimDeleteUser, client, { params: { id: body.id } });
  await deliver();
  expect(receiver.received.map((event) => event.body.data.memberId)).toEqual([body.id]);
});
