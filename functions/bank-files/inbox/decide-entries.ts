import type { InboxEntry, InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import type { ReceivedEntry } from '../../../shared/bank-files/inbox-reader.ts';
import type { Change } from '../../table/change.ts';
import { matchEntries, type MatchedEntry } from './match-entries.ts';

/** What a step decides about one entry; `touches` names the records that it changes, each once in a transaction. */
export interface DecidedEntry {
  entry: InboxEntry;
  changes: Change[];
  touches: string[];
}

interface Decider {
  who: string;
  now: Date;
}

/** Decides about the entries of a file that stand after its first `from`; writes nothing. */
export async function decideEntries(
  file: InboxFile,
  from: number,
  received: readonly ReceivedEntry[],
  decider: Decider,
): Promise<DecidedEntry[]> {
  const matched = await matchEntries(received);
  return matched.map((one, place) => decide(entryOf(file, from + place + 1, one, decider.now), one));
}

function entryOf(
  file: InboxFile,
  position: number,
  { received, sent, problem }: MatchedEntry,
  now: Date,
): InboxEntry {
  return {
    inboxFileId: file.id,
    position,
    about: received.about,
    code: received.code,
    originalTrace: received.originalTrace,
    amount: received.amount,
    name: received.name,
    lastFour: received.accountNumber.slice(-4),
    status: 'quarantined',
    reason: problem ?? '',
    deadline: null,
    bankFileId: sent?.bankFileId ?? null,
    paymentId: sent?.paymentId ?? null,
    receivedAt: now.toISOString(),
    note: null,
    settledBy: null,
    settledAt: null,
    version: 0,
  };
}

function decide(entry: InboxEntry, { sent }: MatchedEntry): DecidedEntry {
  if (!sent) return { entry, changes: [], touches: [] };
  return {
    entry: { ...entry, status: 'applied', reason: 'It belongs to a payment that was sent.' },
    changes: [],
    touches: [],
  };
}
