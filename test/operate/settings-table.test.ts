import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  CloudFrontClient,
  GetDistributionCommand,
  UpdateDistributionCommand,
} from '@aws-sdk/client-cloudfront';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onDeploymentHandler as onDeployment } from '../../functions/settings/handlers.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { provision } from '../../infra/local/provision.ts';
import {
  recordRelease,
  recordResume,
  recordStop,
  releaseHistory,
} from '../../infra/operate/settings-table.ts';
import { rotateCdnSecret } from '../../infra/operate/rotate-cdn-secret.ts';
import { switchTable } from '../../infra/operate/switch-table.ts';
import { listen } from '../support/listen.ts';

const settingsTable = `settings-${process.pid}`;
const own = tableName();
const restored = `${own}-restored-20261120T080000Z`;
let clock = Date.parse('2026-11-20T08:00:00Z');
let restoreTime: () => void;
let server: Server;
let address: string;
const answers: { Status: string; Reason: string }[] = [];

const put = (Item: Record<string, unknown>) =>
  client.send(new PutCommand({ TableName: settingsTable, Item }));
const stored = async (name: string) =>
  (await client.send(new GetCommand({ TableName: settingsTable, Key: { name } }))).Item;

beforeAll(async () => {
  await provision();
  for (const [TableName, key] of [
    [settingsTable, 'name'],
    [restored, 'pk'],
  ] as const)
    await new DynamoDBClient({}).send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
        KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
      }),
    );
  server = createServer(async (request, response) => {
    answers.push(JSON.parse(await text(request)) as (typeof answers)[number]);
    response.end();
  });
  address = await listen(server);
});
afterAll(() => void server.close());

beforeEach(() => {
  vi.stubEnv('SETTINGS_TABLE', settingsTable);
  vi.stubEnv('SETTINGS_ROWS', 'common,bank');
  vi.stubEnv('TABLE_NAME', own);
  restoreTime = playTimeAndChance({
    milliseconds: () => clock,
    wait: async (milliseconds) => void (clock += milliseconds),
  });
});
afterEach(() => {
  restoreTime();
  vi.unstubAllEnvs();
});

/** Settings as a function that just started reads them. */
async function started() {
  vi.resetModules();
  const time = await import('../../functions/platform/time-and-chance.ts');
  time.playTimeAndChance({ milliseconds: () => clock });
  return import('../../functions/table/deployed-settings.ts');
}

describe('a function', () => {
  it('reads its rows into the environment, the operator’s last, and again after half a minute', async () => {
    await put({ name: 'common', values: { TABLE_NAME: own, MAIL_FROM: 'first@example.com' } });
    await put({ name: 'bank', values: { BANK_SETTINGS: '{}' } });
    await put({ name: 'cdn', values: { CDN_SECRET: 'not for this function' } });
    await put({ name: 'operator', values: { TABLE_NAME: restored } });
    const { loadSettings } = await started();
    await loadSettings();
    expect(process.env).toMatchObject({
      TABLE_NAME: restored,
      MAIL_FROM: 'first@example.com',
      BANK_SETTINGS: '{}',
    });
    expect(process.env.CDN_SECRET).not.toBe('not for this function');
    await put({ name: 'common', values: { TABLE_NAME: own, MAIL_FROM: 'second@example.com' } });
    clock += 29_000;
    await loadSettings();
    expect(process.env.MAIL_FROM).toBe('first@example.com');
    clock += 2_000;
    await loadSettings();
    expect(process.env.MAIL_FROM).toBe('second@example.com');
  });

  it('continues with the last settings while the table does not respond, and fails without any', async () => {
    await put({ name: 'common', values: { MAIL_FROM: 'first@example.com' } });
    const { loadSettings } = await started();
    await loadSettings();
    vi.stubEnv('SETTINGS_TABLE', 'no-such-table');
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    clock += 60_000;
    await loadSettings();
    expect(process.env.MAIL_FROM).toBe('first@example.com');
    const other = await started();
    await expect(other.withSettings(async () => 'done')()).rejects.toThrow();
  });

  it('uses changed bank settings without a new start', async () => {
    await put({ name: 'operator', values: {} });
    await put({ name: 'bank', values: { BANK_SETTINGS: '' } });
    const { loadSettings } = await started();
    const bank = await import('../../functions/table/bank-settings.ts');
    await loadSettings();
    const before = bank.environmentBankSettings;
    expect(before).toBeDefined();
    await put({
      name: 'bank',
      values: { BANK_SETTINGS: JSON.stringify({ ...before, companyName: 'NEW NAME' }) },
    });
    clock += 31_000;
    await loadSettings();
    expect(bank.environmentBankSettings?.companyName).toBe('NEW NAME');
  });
});

describe('a deployment', () => {
  const event = (RequestType: string, release: string) => ({
    RequestType,
    RequestId: 'request',
    StackId: 'stack',
    LogicalResourceId: 'Settings',
    ResponseURL: address,
    ResourceProperties: {
      release,
      rows: { common: { MAIL_FROM: `${release}@example.com` }, cdn: {} },
      secrets: { cdn: { CDN_SECRET: 'secret-arn' } },
    },
  });

  it('stores its settings with the secret, adds the release to the history, and keeps the operator’s row', async () => {
    const manager = mockClient(SecretsManagerClient);
    manager.on(GetSecretValueCommand, { SecretId: 'secret-arn' }).resolves({ SecretString: 'opened' });
    await put({ name: 'operator', values: { TABLE_NAME: restored } });
    await onDeployment(event('Create', 'a1'));
    clock += 1000;
    await onDeployment(event('Update', 'b2'));
    expect(answers.splice(0).map(({ Status }) => Status)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await stored('common'))?.values).toEqual({ MAIL_FROM: 'b2@example.com' });
    expect((await stored('cdn'))?.values).toEqual({ CDN_SECRET: 'opened' });
    expect((await stored('operator'))?.values).toEqual({ TABLE_NAME: restored });
    expect((await releaseHistory()).map(({ release, event: what }) => `${release} ${what}`)).toEqual([
      'a1 deployed',
      'b2 deployed',
    ]);
    await onDeployment(event('Delete', 'b2'));
    expect(answers.splice(0).map(({ Status }) => Status)).toEqual(['SUCCESS']);
    expect((await stored('common'))?.values).toEqual({ MAIL_FROM: 'b2@example.com' });
    manager.restore();
  });

  it('fails with the reason while the settings cannot be stored', async () => {
    const manager = mockClient(SecretsManagerClient);
    manager.on(GetSecretValueCommand).rejects(new Error('The secret does not exist.'));
    await onDeployment(event('Update', 'c3'));
    expect(answers.splice(0)).toEqual([
      expect.objectContaining({ Status: 'FAILED', Reason: 'The secret does not exist.' }),
    ]);
    manager.restore();
  });
});

describe('switching the table', () => {
  const chosen = async () => (await stored('operator'))?.values as Record<string, string>;

  it('needs a stop, and a table that restore created', async () => {
    await put({ name: 'operator', values: { OTHER: 'kept' } });
    await expect(switchTable(restored, own)).rejects.toThrow('stop all changes first');
    await recordStop(new Date(clock));
    await expect(switchTable('someone-elses-table', own)).rejects.toThrow(
      'Name a table that restore created',
    );
    await expect(switchTable(`${own}-restored-20261121T080000Z`, own)).rejects.toThrow('is missing');
    expect(await chosen()).toEqual({ OTHER: 'kept' });
  });

  it('waits until every function has read it, and can be reverted', async () => {
    await recordStop(new Date(clock));
    const before = clock;
    expect(await switchTable(restored, own)).toContain('switch-table own');
    expect(clock - before).toBeGreaterThanOrEqual(30_000);
    expect(await chosen()).toEqual({ OTHER: 'kept', TABLE_NAME: restored });
    expect(await switchTable('own', own)).toContain(`switch-table ${restored}`);
    expect(await chosen()).toEqual({ OTHER: 'kept' });
    await recordResume();
    await expect(switchTable(restored, own)).rejects.toThrow('stop all changes first');
  });
});

describe('replacing the secret of the CDN', () => {
  const cloudFront = mockClient(CloudFrontClient);
  const manager = mockClient(SecretsManagerClient);
  const header = (HeaderValue: string) => ({ HeaderName: 'x-cdn-secret', HeaderValue });
  const config = {
    Comment: 'stays',
    Origins: {
      Quantity: 2,
      Items: [
        { Id: 'pages', CustomHeaders: { Quantity: 0 } },
        { Id: 'api', CustomHeaders: { Quantity: 1, Items: [header('former')] } },
      ],
    },
  };
  const cdn = { distributionId: 'D1', secretId: 'secret-arn' };
  let sent: unknown[] = [];

  beforeEach(async () => {
    sent = [];
    await put({ name: 'cdn', values: { CDN_SECRET: 'former', CDN_SECRET_BEFORE: '' } });
    manager.reset();
    manager.on(GetSecretValueCommand).resolves({ SecretString: 'former' });
    manager.on(PutSecretValueCommand).callsFake(({ SecretString }) => {
      manager.on(GetSecretValueCommand).resolves({ SecretString: String(SecretString) });
      return {};
    });
    cloudFront.reset();
    cloudFront
      .on(GetDistributionCommand)
      .resolves({ ETag: 'E1', Distribution: { Status: 'Deployed', DistributionConfig: config } as never });
    cloudFront.on(UpdateDistributionCommand).callsFake(async (input) => {
      sent.push(input, (await stored('cdn'))?.values);
      return {};
    });
  });
  afterAll(() => {
    manager.restore();
    cloudFront.restore();
  });

  it('changes nothing without --carry-out', async () => {
    expect(await rotateCdnSecret(cdn, false)).toContain('Nothing was changed');
    expect(manager.commandCalls(PutSecretValueCommand)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('has functions accept both until the CDN sends the new one in every location', async () => {
    await rotateCdnSecret(cdn, true);
    const secret = (await stored('cdn'))?.values as Record<string, string>;
    expect(secret).toEqual({
      CDN_SECRET: expect.stringMatching(/^[\da-f]{96}$/) as string,
      CDN_SECRET_BEFORE: '',
    });
    expect(sent).toEqual([
      {
        Id: 'D1',
        IfMatch: 'E1',
        DistributionConfig: {
          ...config,
          Origins: {
            Quantity: 2,
            Items: [
              config.Origins.Items[0],
              { Id: 'api', CustomHeaders: { Quantity: 1, Items: [header(String(secret.CDN_SECRET))] } },
            ],
          },
        },
      },
      { CDN_SECRET: secret.CDN_SECRET, CDN_SECRET_BEFORE: 'former' },
    ]);
    expect(manager.commandCalls(PutSecretValueCommand)[0]?.args[0].input.SecretString).toBe(
      secret.CDN_SECRET,
    );
  });

  it('continues with the same secret after an interruption', async () => {
    cloudFront.on(UpdateDistributionCommand).rejectsOnce(new Error('interrupted'));
    await expect(rotateCdnSecret(cdn, true)).rejects.toThrow('interrupted');
    const during = (await stored('cdn'))?.values as Record<string, string>;
    expect(during.CDN_SECRET_BEFORE).toBe('former');
    await rotateCdnSecret(cdn, true);
    expect((await stored('cdn'))?.values).toEqual({ CDN_SECRET: during.CDN_SECRET, CDN_SECRET_BEFORE: '' });
    expect(manager.commandCalls(PutSecretValueCommand)).toHaveLength(1);
  });
});

it('lists releases in their order', async () => {
  await recordRelease({ at: '2026-11-20T07:00:00.000Z', release: 'a0', event: 'good' });
  expect((await releaseHistory())[0]).toMatchObject({ release: 'a0', event: 'good' });
});
