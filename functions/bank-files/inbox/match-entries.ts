import { routingCheckDigit } from '../../../shared/bank-accounts/routing-number.ts';
import type { ReceivedEntry } from '../../../shared/bank-files/inbox/inbox-reader.ts';
import { mismatch } from '../../../shared/bank-files/return-codes.ts';
import { fingerprint, versionOf } from '../../platform/fingerprint.ts';
import { sentEntriesNow, type SentEntryRecord } from '../sent-entry-store.ts';

/** A received entry beside what it belongs to, or the sentence that says why it belongs to nothing. */
export type MatchedEntry = {
  received: ReceivedEntry;
} & ({ sent: SentEntryRecord; problem: null } | { sent: undefined; problem: string });

/** Matches entries by trace, amount and account, in the order given. */
export async function matchEntries(received: readonly ReceivedEntry[]): Promise<MatchedEntry[]> {
  const sent = await sentEntriesNow(received.map(({ originalTrace }) => originalTrace).filter(Boolean));
  return Promise.all(
    received.map(async (one) => {
      const candidate = sent.get(one.originalTrace);
      const problem = one.problem ?? mismatch(await comparable(one, candidate), candidate);
      return problem === undefined && candidate
        ? { received: one, sent: candidate, problem: null }
        : {
            received: one,
            sent: undefined,
            problem: problem ?? 'We did not send an entry with this trace number.',
          };
    }),
  );
}

const comparable = async (received: ReceivedEntry, sent: SentEntryRecord | undefined) => ({
  originalTrace: received.originalTrace,
  amount: received.about === 'change' ? null : received.amount,
  // under the version of the key that the sent entry has
  fingerprints: sent ? await fingerprintsOf(received, versionOf(sent.fingerprint)) : [],
});

/**
 * The account under the routing numbers that a bank may write: in a return, record 6 names the bank it goes back to and
 * the addenda the bank that holds the account, without its check digit (Nacha Operating Rules, appendix four).
 */
function fingerprintsOf(
  { originalBank, routingNumber, accountNumber }: ReceivedEntry,
  version: number,
): Promise<string[]> {
  const banks = /^\d{8}$/.test(originalBank) ? [originalBank + routingCheckDigit(originalBank)] : [];
  return Promise.all(
    [...banks, routingNumber].map((one) => fingerprint({ routingNumber: one, accountNumber }, version)),
  );
}
