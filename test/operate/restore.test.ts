import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, tableName } from '../../functions/table/client.ts';
import { rowsOf, differencesOf, sumOf } from '../../infra/operate/restore.ts';
import { makeWorld } from '../support/world.ts';

const at = new Date('2026-11-20T12:00:00Z');
const entry = (amount: number) => ({
  pk: 'LEDGER#1#202610#6',
  entity: 'ledger entry',
  steps: [{ credit: 'owed', debit: 'to send', amount }],
});
const file = (name: string, status = 'submitted') => ({
  pk: `BANK-FILE#${name}`,
  entity: 'bank file',
  name,
  status,
});
const sum = (rows: Record<string, unknown>[], outbox: string[] = []) => sumOf(rows, new Set(outbox), at);

describe('the sums of a table', () => {
  beforeAll(async () => void (await makeWorld()));

  it('are correct as the portal writes it', async () => {
    const rows: Record<string, unknown>[] = [];
    for await (const row of rowsOf(new DynamoDBClient({}), tableName())) rows.push(row);
    const inOneScan: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName() }))
      inOneScan.push(...Items);
    const keysOf = (some: Record<string, unknown>[]) =>
      some.map(({ pk, sk }) => JSON.stringify([pk, sk])).toSorted();
    expect(keysOf(rows)).toEqual(keysOf(inOneScan));
    const { kinds, problems } = await sum(rows);
    expect(kinds.get('partner')).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('report a wrong counter over all its shards', async () => {
    const rows = [
      { pk: 'PARTNER#1', entity: 'partner', list: 'PARTNERS', s1: 'a' },
      // names a list without being in it
      { pk: 'GENERATION#PARTNERS', entity: 'generation', list: 'PARTNERS' },
      { pk: 'COUNT#PARTNERS', n: 1 },
      { pk: 'COUNT#PARTNERS', n: 1 },
      { pk: 'COUNT#PARTNERS#TOTAL', n: 99 },
    ];
    expect((await sum(rows)).problems).toEqual(['The list PARTNERS has 1 rows, but its counter is 2.']);
    expect((await sum(rows.slice(0, 2))).problems).toEqual([]);
  });

  it('report a bank file that is missing in the table or in the outbox', async () => {
    expect((await sum([file('A.txt'), file('B.txt', 'ready')], ['A.txt'])).problems).toEqual([]);
    expect((await sum([file('A.txt')], ['C.txt'])).problems).toEqual([
      'The bank file A.txt is submitted, but not in the outbox.',
      'The outbox has C.txt, which the table does not know: its payments must be marked Submitted before anything is sent.',
    ]);
  });

  it('ignore expired rows', async () => {
    const expiresAt = at.getTime() / 1000;
    const { kinds } = await sum([
      { pk: 'A#1', expiresAt: expiresAt - 1 },
      { pk: 'A#2', expiresAt: expiresAt + 1 },
    ]);
    expect(kinds).toEqual(new Map([['A', 1]]));
  });
});

it('compares two tables by kind of row and by ledger account to the cent', async () => {
  const [tableSum, other] = [
    await sum([entry(10_00), file('A.txt')]),
    await sum([entry(10_00), entry(1), file('A.txt')]),
  ];
  expect(differencesOf(tableSum, tableSum)).toEqual([]);
  expect(differencesOf(tableSum, other)).toEqual([
    'ledger entry: 1 → 2',
    'ledger, owed: -10.00 → -10.01',
    'ledger, to send: 10.00 → 10.01',
  ]);
});
