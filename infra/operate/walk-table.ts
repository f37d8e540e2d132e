import * as z from 'zod';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { client, tableName } from '../../functions/table/client.ts';
import { getItem } from '../../functions/table/get-item.ts';
import { keys, type Key } from '../../functions/table/keys.ts';
import { Refusal } from '../../shared/refusal.ts';

export type Row = Record<string, unknown> & Key;

/** The category of a row, and the operation for it, which may return another category. */
export interface Plan {
  counted: string;
  carryOut?: () => Promise<string | void>;
}

export interface Walk {
  /** Name under which the position is stored. */
  name: string;
  /** Record kinds to process (`entity`). */
  entities: readonly string[];
  plan: (row: Row) => Plan | Promise<Plan>;
}

interface WalkOptions {
  /** Counts only, without writes. */
  dryRun: boolean;
  /** Starts from the beginning. */
  again: boolean;
}

type Counts = Record<string, number>;
const progress = z.object({
  after: z.object({ pk: z.string(), sk: z.string() }).optional(),
  counts: z.record(z.string(), z.int()),
  finished: z.boolean(),
});
type Progress = z.output<typeof progress>;

/** Parallel segments; the number is fixed, because stored positions belong to it. */
const segments = 4;
const attempts = 4;

/**
 * Processes all rows of some kinds in four parallel segments. Stores its position after each processed row: after an
 * interruption, at most one row per segment is repeated. A row that changed concurrently is read and planned again.
 *
 * @returns the number of rows by category
 */
export async function walkTable(walk: Walk, options: WalkOptions): Promise<Counts> {
  const parts = await Promise.all(
    Array.from({ length: segments }, (_, segment) => walkSegment(walk, segment, options)),
  );
  const all: Counts = {};
  for (const counts of parts) addCounts(all, counts);
  return all;
}

async function walkSegment(walk: Walk, segment: number, { dryRun, again }: WalkOptions): Promise<Counts> {
  const cursorKey = keys.backfill(`${walk.name} ${segment}`);
  const noted = dryRun || again ? undefined : await getItem(cursorKey);
  const begun = progress.parse(noted ?? { counts: {}, finished: false });
  const save = async (reached: Progress) =>
    dryRun
      ? undefined
      : client.send(new PutCommand({ TableName: tableName(), Item: { ...cursorKey, ...reached } }));
  const counts = { ...begun.counts };
  let { after, finished } = begun;
  while (!finished) {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName(),
        Segment: segment,
        TotalSegments: segments,
        FilterExpression: `#entity IN (${walk.entities.map((_, index) => `:${index}`).join(', ')})`,
        ExpressionAttributeNames: { '#entity': 'entity' },
        ExpressionAttributeValues: Object.fromEntries(
          walk.entities.map((entity, index) => [`:${index}`, entity]),
        ),
        ExclusiveStartKey: after,
        ConsistentRead: true,
      }),
    );
    for (const row of (page.Items ?? []) as Row[]) {
      const { counted, worked } = await takeRow(walk, row, dryRun);
      addCounts(counts, { [counted]: 1 });
      if (worked) await save({ after: { pk: row.pk, sk: row.sk }, counts, finished: false });
    }
    after = page.LastEvaluatedKey as Key | undefined;
    finished = after === undefined;
    await save({ after, counts, finished });
  }
  return counts;
}

async function takeRow(
  { plan }: Walk,
  row: Row,
  dryRun: boolean,
): Promise<{ counted: string; worked: boolean }> {
  let current: Row | undefined = row;
  for (let attempt = 1; current; attempt++) {
    const { counted, carryOut } = await plan(current);
    if (!carryOut || dryRun) return { counted, worked: false };
    try {
      return { counted: (await carryOut()) ?? counted, worked: true };
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'conflict') || attempt === attempts) throw error;
      current = (await getItem({ pk: row.pk, sk: row.sk })) as Row | undefined;
    }
  }
  return { counted: 'gone meanwhile', worked: false };
}

function addCounts(to: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) to[name] = (to[name] ?? 0) + count;
}

/** Returns the counts as lines, the largest first. */
export const countLines = (counts: Counts): string[] =>
  Object.entries(counts)
    .toSorted(([, record], [, other]) => other - record)
    .map(([name, count]) => `${count.toLocaleString('en-US').padStart(12)}  ${name}`);
