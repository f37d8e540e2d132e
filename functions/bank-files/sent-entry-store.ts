import { sentEntry, type SentEntry } from '../../shared/bank-files/sent-entry.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, type Versioned } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { getMany } from '../table/table.ts';
import { put } from '../table/put-item.ts';
import { remove } from '../table/delete-item.ts';

export const sentEntryEntity = entity({
  name: 'sent entry',
  schema: sentEntry,
  key: ({ trace }) => keys.sentEntry(trace),
});

type OmitEach<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

/** Stores an entry in the transaction that reserves its payment; replaces an entry of an earlier trace cycle. */
export const addSentEntry = (entry: OmitEach<SentEntry, 'returnedBy' | keyof Versioned>): Change => ({
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

export const sentEntryChange = (before: SentEntry, after: SentEntry): Change[] =>
  change(sentEntryEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else processed this return. Reload and try again.'),
  });

export async function sentEntriesNow(traces: readonly string[]): Promise<Map<string, SentEntry>> {
  const entries = await getMany(sentEntryEntity, [...new Set(traces)].map(keys.sentEntry), {
    consistent: true,
  });
  return new Map(entries.map((entry) => [entry.trace, entry]));
}
