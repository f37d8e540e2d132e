import { sha256 } from '../platform/digest.ts';
import * as z from 'zod';
import { hashOf, postedEntries } from './posting/entry-store.ts';

/** Progress of sealing a month: hash so far, and the cursor after the last page. */
export const sealing = z.object({ hash: z.string(), entries: z.int(), after: z.string().nullable() });
export type Sealing = z.output<typeof sealing>;

export const beginSealing: Sealing = { hash: '', entries: 0, after: null };

/** Entries per page; a sealing step ends after this many. */
export const sealLimits = { entries: 300 };

/**
 * Adds the next entries of a month to its hash, recomputed from their stored content. Each hash includes the previous
 * hash and the next entry's hash, in order of posting.
 */
export async function sealNext(
  periodId: string,
  { hash, entries, after }: Sealing,
): Promise<{ now: Sealing; isEnd: boolean }> {
  const page = await postedEntries(periodId, after, sealLimits.entries);
  const next = page.entries.reduce((sum, entry) => sha256(`${sum}${hashOf(entry)}`), hash);
  return {
    now: { hash: next, entries: entries + page.entries.length, after: page.next },
    isEnd: page.next === null,
  };
}
