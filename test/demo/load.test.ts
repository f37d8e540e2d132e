import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { findMonthProof } from '../../functions/ledger/proof-store.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { loadDemoData } from '../../infra/local/demo/load.ts';
import { provision } from '../../infra/local/provision.ts';

type Row = Record<string, unknown> & { pk: string; sk: string };

async function everyRow(): Promise<Row[]> {
  const rows: Row[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: tableName(), ExclusiveStartKey: after }),
    );
    rows.push(...(Items as Row[]));
    after = LastEvaluatedKey;
  } while (after);
  return rows.toSorted((left, other) => (`${left.pk}|${left.sk}` < `${other.pk}|${other.sk}` ? -1 : 1));
}

it('loads members and payments in every status, completes each generation, and loads nothing again', async () => {
  process.env.STAGE = 'local';
  process.env.CLOCK_SHIFT_MS = String(Date.parse('2026-11-20T16:00:00Z') - Date.now());
  await provision();
  await loadDemoData(() => {});
  const rows = await everyRow();
  const ofKind = (kind: string) => rows.filter(({ entity }) => entity === kind);
  expect(ofKind('member').length).toBeGreaterThan(100);
  expect(new Set(ofKind('payment').map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  // home links the submitted amount of a month to its files
  const monthOf = ({ filter }: Row) => (filter as { periodId: string }).periodId;
  const files = ofKind('bank file').filter(({ status }) => status === 'submitted');
  const monthsSubmitted = ofKind('payment').flatMap(({ status, periodId }) =>
    status === 2 ? [periodId] : [],
  );
  expect(files.map(monthOf)).toEqual(expect.arrayContaining([...new Set(monthsSubmitted)]));
  const generations = ofKind('job').filter(({ pk }) => /-(first|ninth|twenty-fifth)$/.test(pk));
  expect(generations.length).toBeGreaterThan(30);
  expect(new Set(generations.map(({ status }) => status))).toEqual(new Set(['done']));
  const proofs = await Promise.all(['202609', '202610', '202611'].map(findMonthProof));
  expect(proofs.map((proof) => proof?.findingCount)).toEqual([0, 0, 0]);
  await loadDemoData(() => {});
  expect(await everyRow()).toEqual(rows);
});
