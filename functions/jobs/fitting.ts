import type { Change } from '../table/write.ts';
import { sizeOf } from '../table/transact.ts';

/** A transaction has 100 items; job progress, refused rows, results, and condition checks use some of them. */
const itemsOfOneStep = 88;

/**
 * Processes leading rows until the changes of the next one exceed a transaction. `taken` also counts rows without a
 * result.
 */
export async function takeFitting<Row, Result extends { changes: readonly Change[] }>(
  rows: readonly Row[],
  process: (row: Row, before: readonly Result[]) => Result | undefined | Promise<Result | undefined>,
  maxItems = itemsOfOneStep,
): Promise<{ results: Result[]; changes: Change[]; taken: number }> {
  const results: Result[] = [];
  let changes: Change[] = [];
  let taken = 0;
  for (const row of rows) {
    const result = await process(row, results);
    const more = [...changes, ...(result?.changes ?? [])];
    if (taken > 0 && sizeOf(more) > maxItems) break;
    changes = more;
    if (result) results.push(result);
    taken += 1;
  }
  return { results, changes, taken };
}
