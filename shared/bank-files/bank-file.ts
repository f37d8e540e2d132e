import { addBankingDays, type CalendarDate } from '../calendar.ts';
import type { AccountType } from '../bank-accounts/bank-account.ts';
import type { BankSettings } from './bank-settings.ts';
import { sendingDate } from './effective-date.ts';
import { transactionCodeFor, type Direction, type NachaEntry, layout, type Field } from './nacha/format.ts';
import type { ReadEntry } from './nacha/read-common.ts';
import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { bankFlows } from './bank-flow-table.ts';
import { onWire } from '../wire-names.ts';
import { runFilter } from './bank-run.ts';

const reversalDays = 5;

/** Returns the last settlement date of a reversal: five banking days after the file settled (Nacha 2.9.1). */
export const lastReversalDate = (effectiveDate: CalendarDate): CalendarDate =>
  addBankingDays(effectiveDate, reversalDays);

/** Returns the earliest settlement date of a reversal sent now, based on the longer of the bank's two notices. */
export const reversalDate = (
  settings: Pick<BankSettings, 'cutOff' | 'debitLeadDays' | 'creditLeadDays'>,
  now: Date,
): CalendarDate =>
  addBankingDays(sendingDate(settings, now), Math.max(settings.debitLeadDays, settings.creditLeadDays));

/** Returns the last date on which a reversal can be sent so that it settles in time. */
export const lastReversalSending = (
  settings: Pick<BankSettings, 'debitLeadDays' | 'creditLeadDays'>,
  effectiveDate: CalendarDate,
): CalendarDate =>
  addBankingDays(lastReversalDate(effectiveDate), -Math.max(settings.debitLeadDays, settings.creditLeadDays));

/** Returns why a file cannot be reversed; undefined when it can. `settles` is the reversal's settlement date. */
export function reversalError(
  { status, purpose, effectiveDate }: Pick<BankFile, 'status' | 'purpose' | 'effectiveDate'>,
  settles: CalendarDate,
): string | undefined {
  if (purpose && purpose !== 'payments') return 'Only a file of payments can be reversed.';
  if (!['submitted', 'acknowledged', 'settled'].includes(status))
    return 'This file was not sent. There is nothing to reverse.';
  return settles > lastReversalDate(effectiveDate)
    ? 'More than five banking days have passed since this file settled. Contact the payee or the bank instead.'
    : undefined;
}

const opposite: Record<Direction, Direction> = { credit: 'debit', debit: 'credit' };

export const reversingEntry = (sent: ReadEntry, trace: string): NachaEntry => {
  const account: AccountType = Math.floor(sent.transactionCode / 10) === 3 ? 'savings' : 'checking';
  const { routingNumber, accountNumber, amount, id, name, discretionaryData } = sent;
  return {
    transactionCode: transactionCodeFor(opposite[sent.direction], account),
    routingNumber,
    accountNumber: accountNumber.trim(),
    amount,
    id: id.trim(),
    name: name.trimEnd(),
    discretionaryData: discretionaryData.trimEnd(),
    trace,
    addenda: [],
  };
};

export const isSameReversal = (
  left: Pick<ReversalRequest, 'reason' | 'traces'>,
  other: Pick<ReversalRequest, 'reason' | 'traces'>,
): boolean =>
  left.reason === other.reason &&
  JSON.stringify(left.traces?.toSorted() ?? null) === JSON.stringify(other.traces?.toSorted() ?? null);

/** Trace sequences have seven digits after the bank's eight; numbering restarts before they run out. */
const lastTrace = 9_999_999;

export interface UsedNumbers {
  date: string;
  files: number;
  fileIds: readonly string[];
  nextTrace: number;
}

export const filesOfDay = ({ date, files }: UsedNumbers, today: CalendarDate): number =>
  date === today ? files : 0;

export const nextNumbers = (numbers: UsedNumbers, today: CalendarDate, traces: number) => ({
  fileIndex: filesOfDay(numbers, today),
  firstTrace: numbers.nextTrace + traces <= lastTrace ? numbers.nextTrace : 1,
});

export const withFilesStarted = <Numbers extends UsedNumbers>(
  numbers: Numbers,
  today: CalendarDate,
  ids: readonly string[],
  nextTrace: number,
): Numbers => ({
  ...numbers,
  date: today,
  files: filesOfDay(numbers, today) + ids.length,
  fileIds: [...(numbers.date === today ? numbers.fileIds : []), ...ids],
  nextTrace,
});

export const shiftTrace = (trace: string, by: number): string =>
  trace.slice(0, -7) + shiftSequence(trace.slice(-7), by);

const shiftSequence = (sequence: string, by: number): string =>
  String(Number(sequence) + by).padStart(7, '0');

/** Returns a previewed file with its final file ID modifier and trace numbers; nothing else changes. */
export const withFileNumbers = (
  text: string,
  { fileIdModifier, traceShift }: { fileIdModifier: string; traceShift: number },
): string =>
  text
    .split('\n')
    .map((line, index) => {
      if (index === 0) return replaced(line, layout.fileHeader.fileIdModifier, () => fileIdModifier);
      if (line.startsWith('6'))
        return replaced(line, layout.entry.trace, (trace) => shiftTrace(trace, traceShift));
      if (line.startsWith('7'))
        return replaced(line, layout.addenda.entrySequence, (sequence) =>
          shiftSequence(sequence, traceShift),
        );
      return line;
    })
    .join('\n');

const replaced = (line: string, [from, to]: Field, change: (value: string) => string): string =>
  line.slice(0, from - 1) + change(line.slice(from - 1, to)) + line.slice(to);

/**
 * Statuses in lifecycle order. Nothing is transmitted before `sending`; after that, a file is canceled only when it is
 * confirmed absent and late.
 */
export const bankFileStatuses = [
  { id: 'reserving', name: 'Reserving payments', color: 'yellow' },
  { id: 'reserved', name: 'Payments reserved', color: 'yellow' },
  { id: 'ready', name: 'Ready to send', color: 'yellow' },
  { id: 'sending', name: 'Sending', color: 'orange' },
  { id: 'unknown', name: 'Delivery unknown', color: 'beet' },
  { id: 'delivered', name: 'Delivered', color: 'orange' },
  { id: 'submitted', name: 'Sent to US Bank', color: 'green' },
  { id: 'acknowledged', name: 'Received by US Bank', color: 'orange' },
  { id: 'settled', name: 'Settled', color: 'green' },
  { id: 'canceling', name: 'Being canceled', color: 'beet' },
  { id: 'canceled', name: 'Canceled, never sent', color: 'beet' },
] as const;
export type BankFileStatus = (typeof bankFileStatuses)[number]['id'];

const statusId = z.enum(bankFileStatuses.map(({ id }) => id));

export const resolutionOutcomes = ['arrived', 'never arrived'] as const;
const resolution = z.object({
  outcome: z.enum(resolutionOutcomes),
  note: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  confirmedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
});
export type Resolution = z.output<typeof resolution>;

/** The only permitted reasons (Nacha Operating Rules 2.9). */
export const reversalReasons = [
  { value: 'duplicate', label: 'It repeats another entry' },
  { value: 'amount', label: 'The amount is wrong' },
  { value: 'receiver', label: 'It went to the wrong account' },
  { value: 'date', label: 'It settled on the wrong day' },
] as const;
const reversalReason = z.enum(reversalReasons.map(({ value }) => value));

const reversalRequest = z.object({
  reason: reversalReason,
  note: z.string(),
  traces: z.array(z.string()).nullable(),
  askedBy: z.string(),
  askedAt: z.string(),
  confirmedBy: z.string().nullable(),
  bankFileId: z.string().nullable(),
});
export type ReversalRequest = z.output<typeof reversalRequest>;

/** File contents: payments, prenotes ($0.00), or reversals of a file's payments. */
const bankFilePurposes = ['payments', 'prenotes', 'reversal'] as const;

/** Amounts are cents. `fileHash` is the SHA-256 of the file's bytes, or of its preview until the file is built. */
export const bankFile = z.object({
  id: z.string(),
  runHash: z.string(),
  name: z.string(),
  fileHash: onWire('hash', z.string()),
  bankFlow: z.enum(bankFlows),
  purpose: z.enum(bankFilePurposes).optional(),
  filter: runFilter,
  status: statusId,
  effectiveDate: z.string(),
  fileIdModifier: z.string(),
  /** Sequence of the first entry's trace number; matches returned entries to the file. */
  firstTrace: z.int(),
  lineCount: z.int(),
  debit: z.int(),
  credit: z.int(),
  sentBy: z.string(),
  approvedBy: z.string().nullable().optional(),
  startedAt: z.string(),
  requestId: z.string().optional(),
  statusAt: z.string(),
  reason: z.string().nullable(),
  attempts: z.int(),
  resolution: resolution.nullable().optional(),
  reversal: reversalRequest.nullable().optional(),
  statement: z.object({ inboxFileId: z.string(), position: z.int(), date: z.string() }).nullable().optional(),
  version: recordVersion,
});
export type BankFile = z.output<typeof bankFile>;

/** Returns true while a report that a file never arrived is unconfirmed. A new delivery attempt would invalidate it. */
export const isSaidNeverArrived = ({ resolution: said }: Pick<BankFile, 'resolution'>): boolean =>
  said?.outcome === 'never arrived' && said.confirmedBy === null;

export const bankFileAttempt = z.object({
  attempt: z.int(),
  at: z.string(),
  remoteName: z.string(),
  fileHash: onWire('hash', z.string()),
});
export type BankFileAttempt = z.output<typeof bankFileAttempt>;

export type SendPhase = 'cancel' | 'reserve' | 'build' | 'attempt' | 'deliver' | 'submit';

const over: readonly BankFileStatus[] = ['submitted', 'acknowledged', 'settled', 'canceled'];

export const openStatuses = bankFileStatuses.map(({ id }) => id).filter((id) => !over.includes(id));

/**
 * Returns the next phase of a run from its file statuses alone, so a job can resume; null when complete. All files are
 * built before the first is sent, one at a time.
 */
export function nextPhase(files: readonly BankFile[]): { phase: SendPhase; file: BankFile } | null {
  const first = (...statuses: BankFileStatus[]) => files.find(({ status }) => statuses.includes(status));
  const canceling = first('canceling');
  if (canceling) return { phase: 'cancel', file: canceling };
  const reserving = first('reserving');
  if (reserving) return { phase: 'reserve', file: reserving };
  const reserved = first('reserved');
  if (reserved) return { phase: 'build', file: reserved };
  const file = first('ready', 'sending', 'unknown', 'delivered');
  if (!file) return null;
  if (file.status === 'ready') return { phase: 'attempt', file };
  return { phase: file.status === 'delivered' ? 'submit' : 'deliver', file };
}

export const bankFileColumns = [
  'startedAt',
  'name',
  'bankFlow',
  'status',
  'effectiveDate',
  'firstTrace',
] as const;
