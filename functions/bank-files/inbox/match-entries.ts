import { routingCheckDigit } from '../../../shared/bank-accounts/routing-number.ts';
import type { ReceivedEntry } from '../../../shared/bank-files/inbox/inbox-reader.ts';
import { fingerprint, versionOf } from '../../platform/fingerprint.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import { impossibleReturn } from '../../../shared/bank-files/nacha/possible-return.ts';
import { loadBankFiles } from '../store.ts';
import { sentEntriesNow } from '../sent-entry-store.ts';
import { mismatch, type SentEntry } from '../../../shared/bank-files/sent-entry.ts';

export type MatchedEntry = {
  received: ReceivedEntry;
} & ({ sent: SentEntry; error: null } | { sent: undefined; error: string });

export async function matchEntries(received: readonly ReceivedEntry[]): Promise<MatchedEntry[]> {
  const sent = await sentEntriesNow(received.map(({ originalTrace }) => originalTrace).filter(Boolean));
  const files = await loadBankFiles([...new Set([...sent.values()].map(({ bankFileId }) => bankFileId))]);
  const flows = new Map(files.map(({ id, bankFlow }) => [id, bankFlow]));
  return Promise.all(
    received.map(async (receivedEntry) => {
      const candidate = sent.get(receivedEntry.originalTrace);
      const error =
        receivedEntry.error ??
        mismatch(await comparable(receivedEntry, candidate), candidate) ??
        impossible(receivedEntry, candidate, flows);
      return error === undefined && candidate
        ? { received: receivedEntry, sent: candidate, error: null }
        : {
            received: receivedEntry,
            sent: undefined,
            error: error ?? 'We did not send an entry with this trace number.',
          };
    }),
  );
}

function impossible(
  { about, code }: ReceivedEntry,
  sent: SentEntry | undefined,
  flows: ReadonlyMap<string, BankFlow>,
): string | undefined {
  const bankFlow = sent && flows.get(sent.bankFileId);
  return about === 'return' && bankFlow
    ? impossibleReturn(code, { bankFlow, purpose: sent.purpose })
    : undefined;
}

const comparable = async (received: ReceivedEntry, sent: SentEntry | undefined) => ({
  originalTrace: received.originalTrace,
  amount: received.about === 'change' ? null : received.amount,
  // with the key version of the sent entry's fingerprint
  fingerprints: sent ? await fingerprintsOf(received, versionOf(sent.fingerprint)) : [],
});

/**
 * Returns fingerprints with each routing number that a bank may write: in record 6 of a return, or in its addenda
 * without the check digit (Nacha Operating Rules, appendix four).
 */
function fingerprintsOf(
  { originalBank, routingNumber, accountNumber }: ReceivedEntry,
  version: number,
): Promise<string[]> {
  const banks = /^\d{8}$/.test(originalBank) ? [originalBank + routingCheckDigit(originalBank)] : [];
  return Promise.all(
    [...banks, routingNumber].map((text) => fingerprint({ routingNumber: text, accountNumber }, version)),
  );
}
