import { sha256 } from '../platform/digest.ts';
import * as z from 'zod';
import { hashOf, postedEntries } from './entry-store.ts';

/** How far a month was read: what it came to, and the cursor behind the last page. */
export const sealing = z.object({ hash: z.string(), entries: z.int(), after: z.string().nullable() });
export type Sealing = z.output<typeof sealing>;

export const beginSealing: Sealing = { hash: '', entries: 0, after: null };

/** How many entries of a month are read at once; a step of its sealing ends after so many. */
export const sealLimits = { entries: 300 };

/**
 * Reads the next entries of a month into its hash, each as it is stored and not as it says of itself. The hash of a month
 * is the hash of the one so far with the next entry's, in the order of posting.
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
