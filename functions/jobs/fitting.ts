import type { Change } from '../table/write.ts';
import { sizeOf } from '../table/transact.ts';
import { loadJob } from './store.ts';

/** A transaction has 100 items; job progress, refused rows, results, and condition checks use some of them. */
const itemsPerStep = 88;

/**
 * Processes leading rows until the changes of the next one exceed a transaction. `taken` also counts rows without a
 * result.
 */
export async function takeFitting<Row, Result extends { changes: readonly Change[] }>(
  rows: readonly Row[],
  process: (row: Row, before: readonly Result[]) => Result | undefined | Promise<Result | undefined>,
  maxItems = itemsPerStep,
): Promise<{ results: Result[]; changes: Change[]; itemCount: number }> {
  const results: Result[] = [];
  let changes: Change[] = [];
  let itemCount = 0;
  for (const row of rows) {
    const result = await process(row, results);
    const more = [...changes, ...(result?.changes ?? [])];
    if (itemCount > 0 && sizeOf(more) > maxItems) break;
    changes = more;
    if (result) results.push(result);
    itemCount += 1;
  }
  return { results, changes, itemCount };
}

/** Counts the results of a step, and after the last step those of the whole job. */
export async function countResults(
  jobId: string,
  results: readonly { success: boolean }[],
  isLast: boolean,
): Promise<Record<'tally' | 'total', { changed: number; failed: number }>> {
  const changed = results.filter(({ success }) => success).length;
  const failed = results.length - changed;
  const earlier = isLast ? (await loadJob(jobId))?.tally : undefined;
  const total = { changed: (earlier?.changed ?? 0) + changed, failed: (earlier?.failed ?? 0) + failed };
  return { tally: { changed, failed }, total };
}
