import type * as z from 'zod';
import {
  type BankFile,
  type ReversalRequest,
  nextNumbers,
  isSameReversal,
  reversalDate,
  reversalError,
} from '../../../shared/bank-files/bank-file.ts';
import { remoteNameOf, type BankSettings, maskBankFile } from '../../../shared/bank-files/bank-settings.ts';
import type { reversalForm } from '../../../shared/bank-files/treasury-contract.ts';
import type { PlannedReversal, SingleFilePlan } from '../../../shared/bank-files/run-plan.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import {
  confirmByPin,
  isSecondPerson,
  requireConfirmingAdministrator,
} from '../../administrators/second-person.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { beginSingleFile, storeSingleFilePlan, type Sender } from '../begin-single-file.ts';
import type { SentPayment } from '../../../shared/bank-files/sent-entry.ts';
import { bankFileChange, loadBankFile, writeAll } from '../store.ts';
import { loadBankNumbers, type BankNumbers } from '../numbers-store.ts';
import { buildReversal } from './reversal-file.ts';
import { reversibleLines } from './reversible-lines.ts';

type ReversalInput = z.output<typeof reversalForm>;

const response = (message: string, started: { jobId: string; bankFileId: string } | null) => ({
  success: true,
  message,
  confirmed: started !== null,
  jobId: started?.jobId ?? null,
  bankFileId: started?.bankFileId ?? null,
});

/** Reverses entries of a file after a second administrator confirmed the same entries and reason with a PIN. */
export async function reverseFile(bankFileId: string, params: ReversalInput, sender: Sender) {
  const settings = environmentBankSettings;
  if (!settings) throw new Refusal('conflict', 'The bank settings of this environment are missing.');
  const file = await loadBankFile(bankFileId);
  const error = reversalError(file, reversalDate(settings, sender.now));
  if (error) throw new Refusal('conflict', `${error} Nothing was changed.`);
  const traces = params.traces ?? null;
  const sentPayments = await reversibleLines(file, traces);
  if (sentPayments.length === 0 || (traces && sentPayments.length < new Set(traces).size))
    throw new Refusal(
      'conflict',
      'A selected entry was returned, reversed, refunded, or changed. Nothing was changed. Reload and select again.',
      'traces',
    );
  await requireConfirmingAdministrator(sender.userId, sender.now, 'reverse payments');
  const before = file.reversal ?? null;
  const isSecond =
    before?.confirmedBy === null &&
    isSameReversal(before, { reason: params.reason, traces }) &&
    (await isSecondPerson(before.askedBy, sender.userId, sender.now));
  if (!isSecond) {
    await ask(file, { reason: params.reason, note: params.note, traces }, sender);
    return response('Another administrator must confirm this with the PIN. Nothing has changed yet.', null);
  }
  if (params.pin === undefined)
    throw new Refusal('invalid', "Enter your PIN to confirm the other administrator's request.", 'pin');
  await confirmByPin(sender.userId, params.pin, sender.now);
  const started = await begin(settings, file, before, sentPayments, sender);
  const count = `${sentPayments.length.toLocaleString('en-US')} ${sentPayments.length === 1 ? 'entry is' : 'entries are'}`;
  return response(`${count} being reversed.`, started);
}

async function ask(
  file: BankFile,
  { reason, note, traces }: Pick<ReversalRequest, 'reason' | 'note' | 'traces'>,
  { userId, now }: Sender,
): Promise<void> {
  const at = now.toISOString();
  const reversal = {
    reason,
    note,
    traces,
    askedBy: userId,
    askedAt: at,
    confirmedBy: null,
    bankFileId: null,
  };
  const after = { reason, note, lines: traces?.length ?? 'all' };
  const event = {
    name: 'bank file reversal asked for',
    subject: `bank file ${file.id}`,
    who: userId,
  } as const;
  await writeAll([...bankFileChange(file, { ...file, reversal }), auditWrite({ ...event, after }, now)]);
}

async function begin(
  settings: BankSettings,
  file: BankFile,
  request: ReversalRequest,
  sentPayments: readonly SentPayment[],
  sender: Sender,
) {
  const { userId, now } = sender;
  const opened = {
    name: 'bank accounts opened for a bank file',
    subject: `bank file ${file.id}`,
    who: userId,
    after: { purpose: 'reversal', payments: sentPayments.length },
  } as const;
  await writeAll([auditWrite(opened, now)]);
  const numbers = await loadBankNumbers(settings.origin);
  const plan = await planOf(settings, file, sentPayments, numbers, sender);
  const [planned] = plan.files;
  const reversal = { ...request, confirmedBy: userId, bankFileId: planned?.id ?? null };
  const event = { name: 'bank file reversed', subject: `bank file ${file.id}`, who: userId } as const;
  return beginSingleFile(plan, numbers, sender, {
    sentBy: request.askedBy,
    approvedBy: userId,
    message: 'Sending the reversal.',
    traceCount: traceCountOf(settings, sentPayments),
    changes: [
      ...bankFileChange(file, { ...file, reversal }),
      auditWrite({ ...event, after: { reason: request.reason, note: request.note, by: planned?.id } }, now),
    ],
  });
}

const traceCountOf = ({ offsetAccount }: BankSettings, sentPayments: readonly SentPayment[]): number =>
  sentPayments.length + (offsetAccount ? 1 : 0);

async function planOf(
  settings: BankSettings,
  file: BankFile,
  sentPayments: readonly SentPayment[],
  numbers: BankNumbers,
  { now, newId }: Sender,
): Promise<SingleFilePlan> {
  const today = dateInChicago(now);
  const effectiveDate = reversalDate(settings, now);
  const { fileIndex, firstTrace } = nextNumbers(numbers, today, traceCountOf(settings, sentPayments));
  const moment = { instant: now.toISOString(), effectiveDate, fileIndex, firstTrace };
  const built = await buildReversal(
    settings,
    file,
    sentPayments.map(({ trace }) => trace),
    moment,
  );
  const byTrace = new Map(sentPayments.map((payment) => [payment.trace, payment]));
  const { fileHash, fileIdModifier, debit, credit } = built;
  const name = remoteNameOf(settings, {
    createdOn: today,
    fileIdModifier,
    bankFlow: file.bankFlow,
    fileHash,
  });
  const planned = {
    id: newId(),
    name,
    fileHash,
    fileIdModifier,
    place: fileIndex,
    firstTrace,
    debit,
    credit,
  };
  const plan: SingleFilePlan = {
    runHash: fileHash,
    bankFlow: file.bankFlow,
    purpose: 'reversal',
    filter: file.filter,
    reverses: file.id,
    instant: moment.instant,
    createdOn: today,
    effectiveDate,
    files: [{ ...planned, paymentCount: sentPayments.length }],
  };
  const entries = built.entries.flatMap((entry): PlannedReversal[] => {
    const { originalTrace, trace, amount, entryDigest } = entry;
    const sent = byTrace.get(originalTrace);
    if (!sent) return [];
    const { paymentId, payeeToken, lastFour } = sent;
    const account = { payeeToken, lastFour, name: entry.name };
    const reversed = { reversedTrace: originalTrace, paymentId };
    return [{ ...reversed, ...account, trace, amount, entryDigest }];
  });
  return storeSingleFilePlan(plan, entries, maskBankFile(built.text));
}
