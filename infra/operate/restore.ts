import { listIndexes, restoredSuffix } from '../permissions/table-use.ts';
import {
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { errorName } from '../../shared/refusal.ts';
import { UserError } from '../local/tools/user-error.ts';
import { nextCommand } from './deployment.ts';

type Row = Record<string, unknown>;

/** Sums of a table for comparison. */
export interface TableSum {
  kinds: Map<string, number>;
  /** Cents per ledger account. */
  ledger: Map<string, number>;
  /** Errors, one sentence each. */
  problems: string[];
}

const add = (sums: Map<string, number>, name: string, by: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + by);

interface Step {
  credit: string;
  debit: string;
  amount: number;
}

/** Statuses of bank files with bytes in the outbox. */
const leftThePortal = new Set(['delivered', 'submitted', 'acknowledged', 'settled']);

/**
 * Sums up a table: rows by kind, ledger accounts in cents, bank files against the outbox, and list counters against
 * their rows. Ignores expired rows.
 *
 * @param rows all rows of the table
 * @param outbox names of the sent files
 * @param at time for expiry
 */
export async function sumOf(
  rows: AsyncIterable<Row> | Iterable<Row>,
  outbox: ReadonlySet<string>,
  at: Date,
): Promise<TableSum> {
  const [kinds, ledger] = [new Map<string, number>(), new Map<string, number>()];
  const [listed, counted] = [new Map<string, number>(), new Map<string, number>()];
  const sent = new Map<string, string>();
  for await (const row of rows) {
    if (typeof row.expiresAt === 'number' && row.expiresAt * 1000 < at.getTime()) continue;
    const pk = String(row.pk);
    add(kinds, typeof row.entity === 'string' ? row.entity : (pk.split('#')[0] ?? ''), 1);
    // a generation names its list without being in it
    if (typeof row.list === 'string' && isListed(row)) add(listed, row.list, 1);
    if (pk.startsWith('COUNT#')) add(counted, pk.slice('COUNT#'.length), Number(row.n));
    if (row.entity === 'bank file') sent.set(String(row.name), String(row.status));
    if (pk.startsWith('LEDGER#'))
      for (const { credit, debit, amount } of (row.steps ?? []) as Step[]) {
        add(ledger, credit, -amount);
        add(ledger, debit, amount);
      }
  }
  return { kinds, ledger, problems: [...countersOff(listed, counted), ...filesOff(sent, outbox)] };
}

/** Reports whether an index contains the row. */
const isListed = (row: Row): boolean => listIndexes.some(({ sortKey }) => sortKey in row);

/** Compares list counters with rows; lists without a counter are skipped. */
const countersOff = (listed: ReadonlyMap<string, number>, counted: ReadonlyMap<string, number>): string[] =>
  [...counted].flatMap(([list, count]) => {
    const rows = listed.get(list);
    return rows === undefined || rows === count
      ? []
      : [`The list ${list} has ${rows} rows, but its counter is ${count}.`];
  });

const filesOff = (sent: ReadonlyMap<string, string>, outbox: ReadonlySet<string>): string[] => [
  ...[...sent].flatMap(([name, status]) =>
    leftThePortal.has(status) && !outbox.has(name)
      ? [`The bank file ${name} is ${status}, but not in the outbox.`]
      : [],
  ),
  ...[...outbox].flatMap((name) =>
    sent.has(name)
      ? []
      : [
          `The outbox has ${name}, which the table does not know: its payments must be marked Submitted before anything is sent.`,
        ],
  ),
];

/** Returns the differences of two tables by kind and ledger account. */
export function differencesOf(left: TableSum, right: TableSum): string[] {
  const dollars = (cents: number): string => (cents / 100).toFixed(2);
  const differing = (name: keyof Pick<TableSum, 'kinds' | 'ledger'>, show: (value: number) => string) =>
    [...new Set([...left[name].keys(), ...right[name].keys()])].toSorted().flatMap((key) => {
      const [before, after] = [left[name].get(key) ?? 0, right[name].get(key) ?? 0];
      return before === after
        ? []
        : [`${name === 'kinds' ? '' : 'ledger, '}${key}: ${show(before)} → ${show(after)}`];
    });
  return [...differing('kinds', String), ...differing('ledger', dollars)];
}

interface Stored {
  /** The table in use. */
  table: string;
  /** The stage's own table, from which the new name is derived. */
  own: string;
  outbox: string;
}

/**
 * Creates a table with the data of a time in the last five weeks, protects it like the original, and verifies it. It is
 * not used until `switch-table`. A repeated call verifies the existing table.
 */
export async function restoreTable({ table, own, outbox }: Stored, to: Date, now: Date): Promise<string> {
  if (Number.isNaN(to.getTime()) || to > now)
    throw new UserError(
      'Enter a time of the last five weeks: --to 2026-11-20T08:00:00Z. Nothing was restored.',
    );
  const client = new DynamoDBClient({});
  const restored = restoredName(own, to);
  if (!(await isThere(client, restored))) {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: table,
        TargetTableName: restored,
        RestoreDateTime: to,
      }),
    );
  }
  await waitUntilTableExists({ client, maxWaitTime: 6 * 3600 }, { TableName: restored });
  await guard(client, restored);
  return proofOf(client, { table, outbox }, restored, now);
}

/** Returns the name of the table with the data of a time. */
export const restoredName = (own: string, to: Date): string =>
  `${own}${restoredSuffix(to.toISOString().replaceAll(/[:-]|\.\d+/g, ''))}`;

const isThere = async (client: DynamoDBClient, TableName: string): Promise<boolean> =>
  client.send(new DescribeTableCommand({ TableName })).then(
    () => true,
    (error: unknown) => {
      if (errorName(error) === 'ResourceNotFoundException') return false;
      throw error;
    },
  );

/** Enables settings that a restored table does not have. */
async function guard(client: DynamoDBClient, TableName: string): Promise<void> {
  await client
    .send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      }),
    )
    .catch((error: unknown) => {
      // already enabled by an earlier run
      if (errorName(error) !== 'ValidationException') throw error;
    });
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    }),
  );
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

/** Returns the sums of both tables. */
async function proofOf(
  client: DynamoDBClient,
  { table, outbox }: Pick<Stored, 'table' | 'outbox'>,
  restored: string,
  now: Date,
): Promise<string> {
  const files = await filesOf(outbox);
  const [before, after] = await Promise.all(
    [table, restored].map(async (name) => sumOf(rowsOf(client, name), files, now)),
  );
  if (!before || !after) throw new Error('a table was not summed up');
  const differences = differencesOf(before, after);
  const rows = [...after.kinds.values()].reduce((sum, count) => sum + count, 0);
  return [
    `${restored} was created with ${rows.toLocaleString('en-US')} rows. It is not used yet.`,
    after.problems.length === 0
      ? 'Every list counter is correct, and each bank file is in the outbox.'
      : `Errors in it:\n  ${after.problems.join('\n  ')}`,
    differences.length === 0
      ? 'It equals the current table: rows by kind, and each ledger account to the cent.'
      : `Differences from the current table:\n  ${differences.join('\n  ')}`,
    `To use it, during a stop: ${nextCommand(`switch-table ${restored}`)}`,
  ].join('\n');
}

type Rows = Record<string, unknown>[];

/** Concurrent scans of a table: one reads about ten megabytes per second, so that a large table would take a day. */
const segments = 16;

/** Yields all rows of a table, in no order, from concurrent scans of its segments. */
export async function* rowsOf(
  client: DynamoDBClient,
  TableName: string,
): AsyncGenerator<Record<string, unknown>> {
  const scans = Array.from({ length: segments }, (_, Segment) =>
    paginateScan(
      { client: DynamoDBDocumentClient.from(client) },
      { TableName, Segment, TotalSegments: segments },
    ),
  );
  const next = async (index: number) => ({ index, page: await scans[index]?.next() });
  const reading = new Map(scans.map((_, index) => [index, next(index)]));
  while (reading.size > 0) {
    const { index, page } = await Promise.race(reading.values());
    if (!page || page.done) reading.delete(index);
    else {
      reading.set(index, next(index));
      yield* (page.value as { Items?: Rows }).Items ?? [];
    }
  }
}

async function filesOf(Bucket: string): Promise<Set<string>> {
  const client = new S3Client({ forcePathStyle: process.env.S3_PATH_STYLE === 'true' });
  const names = new Set<string>();
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    for (const { Key = '' } of page.Contents ?? []) names.add(Key);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return names;
}
