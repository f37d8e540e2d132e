import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { listAdministrators } from '../../functions/administrators/store.ts';
import { root } from '../../infra/build/handlers.ts';
import { checkLedger } from '../../infra/operate/check-ledger.ts';
import { setDisabled } from '../../infra/operate/disable-user.ts';
import { addFirstAdministrator } from '../../infra/operate/first-admin.ts';
import { erasePersonNow, exportPerson } from '../../infra/operate/person-commands.ts';
import { replayErasures } from '../../infra/operate/replay-erasures.ts';
import { resetSecondFactor } from '../../infra/operate/reset-second-factor.ts';
import { listJobs, redrive, runSchedule } from '../../infra/operate/run-schedule.ts';
import { activated, deleted } from '../../shared/members/member.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { someMember, useWorld } from '../support/world.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { users } from '../../shared/contracts/users.ts';
import { createUser, password } from '../users/person.ts';
import { loadUser } from '../../functions/users/store.ts';
import { removePoolUser } from '../../functions/platform/user-pool.ts';
import { SoftwarePasskey } from '../users/software-passkey.ts';

// Incidents of docs/runbook.md, handled by the commands of its text in their order.

vi.mock('../../infra/operate/settings-table.ts', () => ({ isStopped: async () => false }));
// the user pool in memory has no second factors; those of the pool are tested in test/users/recovery.test.ts
vi.mock('../../functions/platform/second-factor.ts', async (original) => ({
  ...(await original<object>()),
  setSecondFactor: async () => undefined,
}));
const world = useWorld();
const now = new Date('2026-11-20T12:00:00Z');
const lambda = mockClient(LambdaClient);
const former = `runbook-${process.pid}`;

beforeAll(async () => {
  vi.stubEnv('OPERATED_STAGE', 'production');
  lambda.on(InvokeCommand).resolves({});
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: former,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
});
afterAll(() => {
  lambda.restore();
  vi.unstubAllEnvs();
});

const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

/** Returns the commands of a section, or of its part after a text, in their order. */
function commandsOf(heading: string, after = ''): string[][] {
  const [, rest = ''] = runbook.split(`\n## ${heading}\n`);
  const whole = defined(rest.split('\n## ')[0]);
  const section = after ? defined(whole.split(after)[1]) : whole;
  const blocks = [...section.matchAll(/```\n([^]*?)```/g)].map(([, block = '']) => block);
  const lines = blocks.join('\n').matchAll(/^npm run operate -- (.+?)(?: {2,}#.*)?$/gm);
  return [...lines].map(([, line = '']) => {
    expect(line).toMatch(/ --stage production$/);
    const words = [...line.replace(/ --stage production$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
    return words.map(([, single, double, plain]) => single ?? double ?? plain ?? '');
  });
}

type Commands = Record<string, (words: string[]) => Promise<string>>;

/** Runs the commands of the text, and returns the output or error of each. */
async function follow(lines: readonly string[][], commands: Commands): Promise<string[]> {
  expect(lines.length).toBeGreaterThan(0);
  const outputs: string[] = [];
  for (const [command = '', ...words] of lines) {
    const run = commands[command];
    if (!run) throw new Error(`The test has no command ${command}.`);
    outputs.push(await run(words).catch((error: unknown) => `refused: ${(error as Error).message}`));
  }
  return outputs;
}

describe('incidents of the runbook', () => {
  it('no administrator can log in', async () => {
    const emails = new Map([['ada@example.com', world.admin.email]]);
    for (const { email, status } of await listAdministrators())
      if (email !== world.admin.email && status === 'active') await setDisabled(email, true, now);
    expect(
      await addFirstAdministrator('x@example.com', 'X Y', now).catch((error: Error) => error.message),
    ).toContain(`npm run operate -- disable-user ${world.admin.email} --stage production`);
    const outputs = await follow(commandsOf('No administrator can log in'), {
      'disable-user': ([email = '']) => setDisabled(emails.get(email) ?? email, true, now),
      // the link is valid for seven days from the present time
      'first-admin': ([email = '', , name = '']) => addFirstAdministrator(email, name, new Date()),
    });
    const token = new URL(defined(outputs[1]), 'https://site.test').pathname.split('/').at(-1) ?? '';
    const accepted = await call(users.acceptInvitation, undefined, {
      params: { token },
      body: { password, confirmPassword: password },
    });
    expect(accepted.status).toBe(200);
    const login = await call(users.login, undefined, { body: { userName: 'grace@example.com', password } });
    expect(login.body).toMatchObject({ tokens: { accessToken: expect.any(String) } });
    await setDisabled(world.admin.email, false, now);
  });

  it('an erased person is in the restored table again, with a membership that has not ended', async () => {
    await transact(
      ...memberChange(
        null,
        someMember('BACK1', world.own.partner.id, {
          firstName: 'Rosalind',
          email: 'back1@people.test',
          invitationStatus: activated,
        }),
      ),
    );
    const { Item } =
      auditWrite({ name: 'person erased', subject: 'member BACK1', who: 'operator' }, now).item.Put ?? {};
    await client.send(new PutCommand({ TableName: former, Item: Item as Record<string, unknown> }));
    const lines = commandsOf('Restoring', '**Erasures.**').filter(
      ([command]) => command === 'replay-erasures',
    );
    const [first, , last] = await follow(lines, {
      'replay-erasures': (words) =>
        replayErasures(former, tableName(), now, { endMemberships: words.includes('--end-memberships') }),
    });
    expect(first).toMatch(/End the membership first[^]*--end-memberships --stage production/);
    expect(last).toContain('member BACK1: ');
    expect(await loadMember('BACK1')).toMatchObject({ firstName: 'Erased', invitationStatus: deleted });
  });

  it('the ledger does not add up', async () => {
    const payment = somePayment({
      kind: 'member',
      id: 'M-1-6-1-BOOK-202611',
      paymentTypeId: 6,
      memberId: 'BOOK',
      periodId: '202611',
    });
    await transact(...paymentChange(null, payment));
    const amountIs = (amount: number) =>
      client.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: keys.payment(payment.id),
          UpdateExpression: 'SET amountToBeSent = :amount',
          ExpressionAttributeValues: { ':amount': amount },
        }),
      );
    await amountIs(payment.amountToBeSent + 1);
    const order: string[] = [];
    const noted = (name: string) => async () => {
      order.push(name);
      return name;
    };
    const outputs = await follow(commandsOf('The ledger does not add up'), {
      stop: noted('stop'),
      logs: noted('logs'),
      resume: noted('resume'),
      // what the restored table contains
      restore: async () => {
        await amountIs(payment.amountToBeSent);
        return noted('restore')();
      },
      'check-ledger': async ([from = '']) => {
        order.push('check-ledger');
        return checkLedger(from, now, () => undefined);
      },
    });
    expect(order).toEqual(['stop', 'check-ledger', 'logs', 'restore', 'check-ledger', 'resume']);
    expect(outputs[1]).toContain(payment.id);
    expect(outputs[4]).toContain('Every cent is explained.');
  });

  it('a schedule did not run', async () => {
    const outputs = await follow(commandsOf('Scheduled jobs'), {
      'run-schedule': ([name = '', ...words]) =>
        runSchedule({ stage: 'production', name, at: undefined, dryRun: words.includes('--dry-run') }, now),
      jobs: listJobs,
    });
    expect(outputs[0]).toContain('Nothing was started');
    expect(outputs[2]).toContain('failed messages of jobs');
    expect(lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input)).toMatchObject([
      { FunctionName: 'production-payments-generate-closed-month', Qualifier: 'live' },
    ]);
  });

  it('the queue of failed messages is not empty', async () => {
    const outputs = await follow(commandsOf('A job is stuck'), {
      jobs: (words) =>
        words.includes('--redrive') ? redrive('production', now, { dryRun: false }) : listJobs(),
    });
    expect(outputs[1]).toBe('No message of a job has failed.');
  });

  it('access is revoked immediately, and given back', async () => {
    const user = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
    const outputs = await follow(commandsOf("Revoke a user's access immediately"), {
      'disable-user': () => setDisabled(user.email, true, now),
      'enable-user': () => setDisabled(user.email, false, now),
    });
    expect(outputs[0]).toContain(`enable-user ${user.email} --stage production`);
    expect(outputs[1]).toContain('can log in again');
  });

  it('a user lost the phone with the passkeys', async () => {
    const user = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
    vi.stubEnv('SITE_ADDRESS', 'https://portal.test');
    const { challenge } = (await call(users.beginPasskey, user, { body: { action: 'users.addPasskey' } }))
      .body;
    const passkey = new SoftwarePasskey('https://portal.test').create(challenge);
    expect((await call(users.addPasskey, user, { body: { name: 'Phone', passkey } })).status).toBe(200);
    const logIn = async () =>
      (await call(users.login, undefined, { body: { userName: user.email, password } })).body;
    expect((await logIn()).tokens).toBeUndefined();
    const [output] = await follow(
      commandsOf('A user lost the phone with the authenticator app or the passkeys'),
      {
        'reset-second-factor': () => resetSecondFactor(user.email, now),
      },
    );
    expect(output).toContain('can log in with the password alone');
    expect((await logIn()).tokens).toBeDefined();
  });

  it('a former member requests the data, and then their erasure', async () => {
    const email = 'book2@people.test';
    const member = someMember('BOOK2', world.own.partner.id, {
      firstName: 'Rosalind',
      email,
      invitationStatus: activated,
    });
    await transact(...memberChange(null, member));
    const folder = mkdtempSync(join(tmpdir(), 'wellport-runbook-'));
    const commands: Commands = {
      'export-person': () => exportPerson('BOOK2', folder, now),
      'erase-person': (words) => erasePersonNow('BOOK2', now, { dryRun: words.includes('--dry-run') }),
    };
    const lines = commandsOf("Export or erase a person's data");
    const [exported, ...refused] = await follow(lines, commands);
    expect(exported).toContain('membership-1-records.json');
    // the text requires the end of every membership first
    for (const output of refused) expect(output).toMatch(/refused: .*is still a member.*Nothing was changed/);
    const stored = await loadMember(member.id);
    await transact(...memberChange(stored, { ...stored, invitationStatus: deleted }));
    const [, preview, erased] = await follow(lines, commands);
    expect(preview).toContain('Nothing was changed');
    expect(erased).toContain('Retained records:');
    expect(await loadMember('BOOK2')).toMatchObject({ firstName: 'Erased' });
    rmSync(folder, { recursive: true });
  });

  it('the queue of failed messages is shown to administrators only', async () => {
    const query = { query: { status: 'failed' } };
    const roles = [world.own.manager, world.own.memberUser, undefined];
    for (const user of roles) {
      expect([401, 403]).toContain((await call(jobs.list, user, query)).status);
      expect([401, 403]).toContain((await call(jobs.redrive, user)).status);
    }
    const admin = await createUser({ role: 'systemAdmin' });
    expect((await call(jobs.list, admin, query)).status).toBe(200);
  });
});

describe('a user of the table without a login in the pool', () => {
  const rebuild = 'Create missing logins: npm run operate -- rebuild-people --carry-out --stage production';

  it('gets advice from each command about the login, and no change that cannot be completed', async () => {
    const user = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
    await removePoolUser(user.email);
    const before = await loadUser(user.id);
    await expect(resetSecondFactor(user.email, now)).rejects.toThrow(
      `Nothing was changed. ${user.email} has no login in the user pool, and cannot log in. ${rebuild}`,
    );
    expect(await loadUser(user.id)).toEqual(before);
    expect(await setDisabled(user.email, true, now)).toContain('is disabled, and all sessions ended');
    expect(await setDisabled(user.email, false, now)).toContain(rebuild);
  });

  it('is named by first-admin', async () => {
    const administrator = defined((await listAdministrators()).find(({ status }) => status === 'active'));
    await removePoolUser(administrator.email);
    const message = await addFirstAdministrator('x@example.com', 'X Y', now).catch(String);
    expect(message).toContain(
      `${administrator.email} has no login in the user pool, and cannot log in. ${rebuild}`,
    );
    expect(message).toContain(`disable-user ${administrator.email}`);
  });
});
