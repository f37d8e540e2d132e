import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFile, putFile } from '../../functions/platform/files.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { openText, sealText } from '../../functions/platform/vault.ts';
import { enqueue } from '../../functions/platform/queue.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { call } from '../support/call.ts';
import { waitingJobs } from '../support/jobs.ts';
import { needsOf } from '../support/permissions/commands.ts';
import { storeRecord, rights } from '../support/permissions/record.ts';
import { countsOf, failedTests, incompleteRun } from '../support/reports.ts';
import { makeWorld, type World } from '../support/world.ts';
import { defined } from '../support/defined.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'wellport-rights-'));
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => rmSync(folder, { recursive: true }));

function forget(isOf: (line: string) => boolean): void {
  for (const line of [...rights.lines].filter(isOf)) rights.lines.delete(line);
  rights.unwritten.splice(0, Infinity, ...rights.unwritten.filter((line) => !isOf(line)));
}

async function notedBy(role: string, work: () => Promise<unknown>): Promise<string[]> {
  const isOf = (line: string) => line.startsWith(`${role}\t`);
  const before = [...rights.lines].filter(isOf);
  for (const line of before) rights.lines.delete(line);
  await work();
  const noted = [...rights.lines].filter(isOf);
  for (const line of before) rights.lines.add(line);
  if (role.startsWith('test/')) forget(isOf);
  return noted.map((line) => line.split('\t').slice(1).join(' ').trim());
}

const notedAs = (role: string, work: () => Promise<unknown>) => notedBy(role, rights.asRole(role, work));

describe('the record of permissions', () => {
  it('assigns uses to the handler’s file, regardless of the caller', async () => {
    const query = { partnerID: world.own.partner.id };
    const noted = await notedBy('partners/get', async () => {
      expect((await call(partners.get, world.admin, { query })).status).toBe(200);
    });
    expect(noted).toContain('called');
    expect(noted).toContain('dynamodb:GetItem table PARTNER#');
  });

  it('assigns job steps to their worker, and nothing before the kind is known', async () => {
    const { partner, manager } = world.own;
    const before = waitingJobs.length;
    const body = [{ partnerId: partner.id, facilityMemberID: 'A10001' }];
    await call(employees.createKeyFobs, manager, { body });
    expect(waitingJobs.length).toBe(before + 1);
    const noted = await notedBy('job key fobs', async () => {
      // the handler wakes the local worker
      const woken = await notedAs('test/wakes', () =>
        runJobSteps(defined(waitingJobs[before]), () => Infinity),
      );
      expect(woken).toEqual(['called']);
    });
    expect(noted).toContain('dynamodb:PutItem table KEY-FOB#');
  });

  it('ignores uses outside of handlers', async () => {
    const { size } = rights.lines;
    await client.send(new PutCommand({ TableName: tableName(), Item: { pk: 'OF-A-TEST#1', sk: '1' } }));
    expect(rights.lines.size).toBe(size);
  });

  it('includes the local replacements of KMS, Secrets Manager, and SQS', async () => {
    const noted = await notedAs('test/seals', async () => openText(await sealText('x', 'y'), 'y'));
    expect(noted).toEqual([
      'called',
      'kms:GenerateDataKey vault key payee',
      'secretsmanager:GetSecretValue secrets',
      'kms:Decrypt vault key payee',
    ]);
    const begun = await notedAs('test/begins', () => enqueue({ id: 'j', kind: 'bank files', version: 1 }));
    expect(begun).toEqual(['called', 'sqs:SendMessage queue of accounts']);
    waitingJobs.pop();
  });

  it('includes list permission for a missing file', async () => {
    const name = `bank/refused/${crypto.randomUUID()}`;
    const looked = await notedAs('test/looks', () => hasFile('files', name));
    expect(looked).toEqual(['called', 's3:GetObject files/bank/refused/', 's3:ListBucket files']);
    await putFile('files', name, 'x', 'text/plain');
    const found = await notedAs('test/finds', () => hasFile('files', name));
    expect(found).toEqual(['called', 's3:GetObject files/bank/refused/']);
  });

  it('fails a test with a message when the role denies the key', async () => {
    const pins = { TableName: tableName(), KeyConditionExpression: 'pk = :pk' };
    const read = rights.asRole('partners/get', async () =>
      client.send(new QueryCommand({ ...pins, ExpressionAttributeValues: { ':pk': 'PIN#1' } })),
    );
    await expect(read()).rejects.toThrow(
      'functions/partners/handlers/get.ts may not Query PIN: its role refuses it',
    );
    forget((line) => line === 'partners/get\tdynamodb:Query\ttable\tPIN#');
  });

  it('is written once for a run with a record folder', () => {
    const { RIGHTS_FOLDER } = process.env;
    storeRecord();
    process.env.RIGHTS_FOLDER = folder;
    rights.asRole('test/writes', () => {})();
    storeRecord();
    storeRecord();
    if (RIGHTS_FOLDER) process.env.RIGHTS_FOLDER = RIGHTS_FOLDER;
    else delete process.env.RIGHTS_FOLDER;
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, file), 'utf8')).toBe('test/writes\tcalled\t\t\n');
  });
});

const table = 'DynamoDBDocumentClient';
const needs = (command: string, input: Record<string, unknown>, service = table) =>
  needsOf(service, `${command}Command`, input).map(({ action, resource, key }) =>
    `${action} ${resource} ${key}`.trim(),
  );

describe('the required IAM actions', () => {
  it('of a transaction are those of each item, of a batch its own, with each partition', () => {
    const items = [
      { Put: { Item: { pk: 'USER#1' } } },
      { Update: { Key: { pk: 'COUNT#1' } } },
      { Delete: { Key: { pk: 'PIN#1' } } },
      { ConditionCheck: { Key: { pk: 'PLANS' } } },
    ];
    expect(needs('TransactWrite', { TransactItems: items })).toEqual([
      'dynamodb:PutItem table USER#',
      'dynamodb:UpdateItem table COUNT#',
      'dynamodb:DeleteItem table PIN#',
      'dynamodb:ConditionCheckItem table PLANS',
    ]);
    expect(needs('TransactGet', { TransactItems: [{ Get: { Key: { pk: 'PIN#1' } } }] })).toEqual([
      'dynamodb:GetItem table PIN#',
    ]);
    expect(needs('BatchGet', { RequestItems: { t: { Keys: [{ pk: 'USER#1' }, { pk: 'PIN#1' }] } } })).toEqual(
      ['dynamodb:BatchGetItem table USER#', 'dynamodb:BatchGetItem table PIN#'],
    );
    const requests = [
      { PutRequest: { Item: { pk: 'USER#1' } } },
      { DeleteRequest: { Key: { pk: 'PIN#1' } } },
    ];
    expect(needs('BatchWrite', { RequestItems: { t: requests } })).toEqual([
      'dynamodb:BatchWriteItem table USER#',
      'dynamodb:BatchWriteItem table PIN#',
    ]);
  });

  it('of a query name the table or index with its partition', () => {
    const ofTable = { ExpressionAttributeValues: { ':pk': 'JOB#1', ':list': 'x' } };
    expect(needs('Query', ofTable)).toEqual(['dynamodb:Query table JOB#']);
    expect(needs('Query', { ...ofTable, IndexName: 'by-s1' })).toEqual([
      'dynamodb:Query table/index/by-s1 x',
    ]);
  });

  it('of a conditional file removal include reading', () => {
    const file = { Bucket: process.env.FILES_BUCKET, Key: 'bank/incoming/1.ach' };
    expect(needs('DeleteObject', file, 'S3Client')).toEqual(['s3:DeleteObject files/bank/incoming/']);
    expect(needs('DeleteObject', { ...file, IfMatch: '"1"' }, 'S3Client')).toEqual([
      's3:DeleteObject files/bank/incoming/',
      's3:GetObject files/bank/incoming/',
    ]);
  });

  it('of an email are the sender and its configuration set; a token requires none', () => {
    expect(needs('SendEmail', {}, 'SESv2Client')).toEqual([
      'ses:SendEmail sender',
      'ses:SendEmail configuration set',
    ]);
    expect(needs('VerifySoftwareToken', {}, 'CognitoIdentityProviderClient')).toEqual([]);
    expect(needs('AdminGetUser', {}, 'CognitoIdentityProviderClient')).toEqual([
      'cognito-idp:AdminGetUser pool',
    ]);
  });

  it('of an unknown service are a permission that no role has', () => {
    expect(needs('Publish', {}, 'SNSClient')).toEqual(['SNSClient:Publish *']);
  });
});

it('skips the evaluation for a partial run or a failed test', () => {
  const report = join(folder, 'report.json');
  const ran = (...files: [name: string, status: string][]) =>
    writeFileSync(
      report,
      JSON.stringify({
        testResults: files.map(([name, status]) => ({
          name: join(process.cwd(), name),
          assertionResults: [{ status }],
        })),
      }),
    );
  expect(incompleteRun([report], ['a'])).toBe('the tests did not run');
  ran(['a', 'passed']);
  expect(incompleteRun([report], ['a', 'b'])).toBe('1 of 2 test files did not run');
  ran(['a', 'passed'], ['b', 'skipped']);
  expect(incompleteRun([report], ['a', 'b'])).toBe('1 tests did not pass');
  ran(['a', 'passed'], ['b', 'passed']);
  expect(incompleteRun([report], ['a', 'b'])).toBeUndefined();
});

it('lists failed tests and files that did not load', () => {
  const report = join(folder, 'failures.json');
  const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
    status,
    fullName,
    failureMessages,
  });
  const testResults = [
    { name: join(process.cwd(), 'a'), message: '', assertionResults: [test('passed', 'adds')] },
    { name: join(process.cwd(), 'b'), message: 'no such module', assertionResults: [] },
    { name: join(process.cwd(), 'c'), message: '', assertionResults: [test('failed', 'sums', '2 is not 3')] },
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  expect(failedTests(report)).toEqual(['b: no such module', 'c: sums: 2 is not 3']);
  expect(failedTests(`${report}.missing`)).toEqual([]);
  // a file that does not load is a failure
  expect(countsOf(report)).toEqual({ passed: 1, failed: 2, skipped: 0 });
});
