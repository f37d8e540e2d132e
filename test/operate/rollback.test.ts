import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  ListRolePoliciesCommand,
  ListRolesCommand,
} from '@aws-sdk/client-iam';
import {
  DeleteFunctionCommand,
  GetAliasCommand,
  LambdaClient,
  ListFunctionsCommand,
  ListVersionsByFunctionCommand,
  UpdateAliasCommand,
  type FunctionConfiguration,
} from '@aws-sdk/client-lambda';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { client } from '../../functions/table/client.ts';
import { recordGoodRelease } from '../../infra/operate/live-versions.ts';
import { prune } from '../../infra/operate/prune.ts';
import { rollBack } from '../../infra/operate/rollback.ts';
import { recordRelease, releaseHistory } from '../../infra/operate/settings-table.ts';

// A stand-in of the parts of Lambda and IAM that the commands use; the settings table is real.
const settingsTable = `rollback-${process.pid}`;
const lambda = mockClient(LambdaClient);
const iam = mockClient(IAMClient);
const stage = 'dev';
const functions = new Map<string, { live: string; versions: Map<string, string> }>();
const roles = new Map<string, string>();
let at = Date.now() - 3_600_000;

const role = (name: string) => `arn:aws:iam::1:role/wellport/dev/us-east-1/functions/${name}`;
const functionOf = (name: string | undefined) => {
  const found = functions.get(name ?? '');
  if (!found) throw new Error(`no function ${name}`);
  return found;
};

/** Publishes a version of each named function, as a deployment does, and makes it live. */
function deploy(changed: Record<string, string>): void {
  for (const [name, roleName] of Object.entries(changed)) {
    const known = functions.get(name) ?? { live: '0', versions: new Map<string, string>() };
    const version = String(known.versions.size + 1);
    known.versions.set(version, role(roleName));
    functions.set(name, { ...known, live: version });
    roles.set(roleName, role(roleName));
  }
}

async function release(name: string, changed: Record<string, string>, isGood = true): Promise<void> {
  deploy(changed);
  at += 60_000;
  await recordRelease({ at: new Date(at).toISOString(), release: name, event: 'deployed' });
  at += 60_000;
  if (isGood) await recordGoodRelease(stage, name, new Date(at));
}

const live = () => Object.fromEntries([...functions].map(([name, found]) => [name, found.live]));

beforeAll(async () => {
  vi.stubEnv('SETTINGS_TABLE', settingsTable);
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: settingsTable,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'name', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
    }),
  );
  const Environment = { Variables: { STAGE: stage, SETTINGS_TABLE: settingsTable } };
  lambda.on(ListFunctionsCommand).callsFake(() => ({
    Functions: [...functions.keys(), 'dev-status-probe'].map((FunctionName) => ({
      FunctionName,
      Environment: functions.has(FunctionName) ? Environment : { Variables: { STAGE: stage } },
    })),
  }));
  lambda.on(GetAliasCommand).callsFake(({ FunctionName }) => ({
    FunctionVersion: functionOf(FunctionName).live,
  }));
  lambda.on(UpdateAliasCommand).callsFake(({ FunctionName, FunctionVersion }) => {
    functionOf(FunctionName).live = FunctionVersion;
  });
  lambda.on(ListVersionsByFunctionCommand).callsFake(({ FunctionName }) => {
    const versions = [...functionOf(FunctionName).versions];
    const newest: FunctionConfiguration = { Version: '$LATEST', Role: versions.at(-1)?.[1] };
    return { Versions: [newest, ...versions.map(([Version, Role]) => ({ Version, Role }))] };
  });
  lambda.on(DeleteFunctionCommand).callsFake(({ FunctionName, Qualifier }) => {
    const found = functionOf(FunctionName);
    if (found.live === Qualifier) throw new Error('the version is live');
    found.versions.delete(Qualifier);
  });
  iam.on(ListRolesCommand).callsFake(({ PathPrefix }) => ({
    Roles: [...roles].flatMap(([RoleName, Arn]) => (Arn.includes(PathPrefix) ? [{ RoleName, Arn }] : [])),
  }));
  iam.on(ListRolePoliciesCommand).resolves({ PolicyNames: ['own'] });
  iam.on(DeleteRolePolicyCommand).resolves({});
  iam.on(DeleteRoleCommand).callsFake(({ RoleName }) => void roles.delete(RoleName));
});
afterAll(() => {
  lambda.restore();
  iam.restore();
  vi.unstubAllEnvs();
});
beforeEach(() => void lambda.resetHistory());

it('restores the last good release, keeps newer functions, and can be repeated', async () => {
  await client.send(new PutCommand({ TableName: settingsTable, Item: { name: 'common', values: {} } }));
  await release('A', { one: 'R1', two: 'R1' });
  await expect(rollBack({ stage })).rejects.toThrow('no other release that passed the smoke check');
  await release('B', { one: 'R2', three: 'R1' }, false);
  expect(await rollBack({ stage })).toContain(
    'Release B → A. Restored: 0 pages, 1 changed function. Not removed: 1 newer function.',
  );
  expect(live()).toEqual({ one: '1', two: '1', three: '1' });
  expect((await releaseHistory()).at(-1)).toMatchObject({ release: 'A', event: 'rolled back' });
  expect(await rollBack({ stage }, 'A').catch(String)).toContain('the current release is A');
  await expect(rollBack({ stage }, 'B')).rejects.toThrow('Nothing was changed');
});

it('removes only versions and roles that neither run nor can be restored', async () => {
  at = Date.now();
  // a role of the same stage in another region
  roles.set('ELSEWHERE', 'arn:aws:iam::1:role/wellport/dev/eu-west-1/functions/ELSEWHERE');
  for (const name of ['C', 'D', 'E', 'F', 'G', 'H']) await release(name, { one: `R-${name}` });
  const dryRun = await prune(stage, { carryOut: false });
  expect(dryRun).toContain('nothing was changed without --carry-out');
  expect(lambda.commandCalls(DeleteFunctionCommand)).toHaveLength(0);
  const before = functionOf('one').versions.size;
  const carriedOut = await prune(stage, { carryOut: true });
  expect(carriedOut).toBe(
    'Former releases: 2 versions, 1 role removed. Available for a rollback: C, D, E, F, G.',
  );
  // versions of the releases A and B
  expect(before - functionOf('one').versions.size).toBe(2);
  expect([...roles.keys()]).toEqual(['R1', 'ELSEWHERE', 'R-C', 'R-D', 'R-E', 'R-F', 'R-G', 'R-H']);
  expect(await prune(stage, { carryOut: true })).toContain('0 versions, 0 roles removed');
  expect(await rollBack({ stage }, 'C')).toContain('Restored: 0 pages, 1 changed function.');
  await expect(rollBack({ stage }, 'A')).rejects.toThrow('Nothing was changed');
});
