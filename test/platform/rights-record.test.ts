import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { client, tableName } from '../../functions/table/client.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { call } from '../support/call.ts';
import { needsOf } from '../support/permissions/commands.ts';
import { rights } from '../support/permissions/record.ts';
import { countsOf, failedTests, incompleteRun } from '../support/reports.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'wellport-rights-'));
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

describe('the record of permissions', () => {
  it('assigns uses to the handler’s file, regardless of the caller', async () => {
    const query = { partnerID: world.own.partner.id };
    const noted = await notedBy('partners/get', async () => {
      expect((await call(partners.get, world.admin, { query })).status).toBe(200);
    });
    expect(noted).toContain('called');
    expect(noted).toContain('dynamodb:GetItem table PARTNER#');
  });

  it('fails a test with a message when the role denies the key', async () => {
    const pins = { TableName: tableName(), KeyConditionExpression: 'pk = :pk' };
    const read = rights.asRole('partners/get', async () =>
      client.send(new QueryCommand({ ...pins, ExpressionAttributeValues: { ':pk': 'PIN#1' } })),
    );
    await expect(read()).rejects.toThrow('partners/get may not Query PIN: its role refuses it');
    forget((line) => line === 'partners/get\tdynamodb:Query\ttable\tPIN#');
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
