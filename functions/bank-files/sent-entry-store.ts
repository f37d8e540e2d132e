import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity, type Versioned } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { getMany } from '../table/table.ts';
import { put } from '../table/put-item.ts';
import { remove } from '../table/delete-item.ts';

/** Sent entry, found by trace number when a return arrives; amounts are cents. */
const sentEntry = z.object({
  trace: z.string(),
  bankFileId: z.string(),
  /** Defaults to a payment. Prenotes have an empty `paymentId`. */
  purpose: z.enum(['prenote', 'reversal']).optional(),
  paymentId: z.string(),
  payeeToken: z.string(),
  amount: z.int(),
  fingerprint: z.string(),
  lastFour: z.string(),
  name: z.string(),
  effectiveDate: z.string(),
  /** The received entry that returned this entry; set once. */
  returnedBy: z.object({ inboxFileId: z.string(), position: z.int(), code: z.string() }).nullable(),
  /** The file and entry that reverse this entry. */
  reversedBy: z.object({ bankFileId: z.string(), trace: z.string() }).nullable().optional(),
  version: z.int(),
});
export type SentEntryRecord = z.output<typeof sentEntry>;

export const sentEntryEntity = entity({
  name: 'sent entry',
  schema: sentEntry,
  key: ({ trace }) => keys.sentEntry(trace),
});

/** Stores an entry in the transaction that reserves its payment; replaces an entry of an earlier trace cycle. */
export const addSentEntry = (entry: Omit<SentEntryRecord, 'returnedBy' | keyof Versioned>): Change => ({
  item: put({
    ...keys.sentEntry(entry.trace),
    entity: sentEntryEntity.name,
    ...entry,
    returnedBy: null,
    version: 1,
  }),
});

export const removeSentEntry = (trace: string): Change => ({
  item: remove(keys.sentEntry(trace)),
});

export const sentEntryChange = (before: SentEntryRecord, after: SentEntryRecord): Change[] =>
  change(sentEntryEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else processed this return. Reload and try again.'),
  });

/** Returns sent entries by trace number. */
export async function sentEntriesNow(traces: readonly string[]): Promise<Map<string, SentEntryRecord>> {
  const found = await getMany(sentEntryEntity, [...new Set(traces)].map(keys.sentEntry), {
    consistent: true,
  });
  return new Map(found.map((entry) => [entry.trace, entry]));
}
