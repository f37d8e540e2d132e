import * as z from 'zod';
import { bankFlows } from './bank-flow-table.ts';
import { onWire } from '../wire-names.ts';
import { runFilter } from './bank-run.ts';
import { reversalRequest } from './reversal/reversal.ts';
import { accountValidation } from './prenotes/prenote.ts';

/**
 * The states of a bank file, in the order it passes through them. Nothing has left before `sending`; from there on a
 * file is followed to its end, and canceled only when it is proved absent and its date can no longer be met.
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

/** What two administrators found out about a file whose delivery is Unknown. */
export const resolutionOutcomes = ['arrived', 'never arrived'] as const;
const resolution = z.object({
  outcome: z.enum(resolutionOutcomes),
  note: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Another administrator, with the own PIN; null while nobody has confirmed. */
  confirmedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
});
export type Resolution = z.output<typeof resolution>;

/** What a file is of: payments, prenotes of accounts ($0.00), or the reversal of a file's payments. */
export const bankFilePurposes = ['payments', 'prenotes', 'reversal'] as const;
export type BankFilePurpose = (typeof bankFilePurposes)[number];

/**
 * One file for the bank. Amounts are cents, `name` is its name in the outbox, `fileHash` the SHA-256 of its bytes; of the
 * bytes of its preview until it is built.
 */
export const bankFile = z.object({
  id: z.string(),
  /** The hash of the whole run, which was confirmed. */
  runHash: z.string(),
  name: z.string(),
  fileHash: onWire('hash', z.string()),
  bankFlow: z.enum(bankFlows),
  /** Left out: payments. */
  purpose: z.enum(bankFilePurposes).optional(),
  filter: runFilter,
  status: statusId,
  effectiveDate: z.string(),
  fileIdModifier: z.string(),
  /** The sequence of its first entry's trace number; a file is found by it when an entry comes back. */
  firstTrace: z.int(),
  lineCount: z.int(),
  debit: z.int(),
  credit: z.int(),
  sentBy: z.string(),
  /** The second administrator who confirmed its run; null where one was enough. */
  approvedBy: z.string().nullable().optional(),
  startedAt: z.string(),
  /** The request that began its sending, for the log. */
  requestId: z.string().optional(),
  statusAt: z.string(),
  /** Why it was canceled, or what is not known of its delivery. */
  reason: z.string().nullable(),
  attempts: z.int(),
  resolution: resolution.nullable().optional(),
  /** What two administrators take back of it; null once that was canceled. */
  reversal: reversalRequest.nullable().optional(),
  /** The line of the bank's statement that settled it. */
  statement: z.object({ inboxFileId: z.string(), position: z.int(), date: z.string() }).nullable().optional(),
  version: z.int(),
});
export type BankFile = z.output<typeof bankFile>;

/**
 * True while one administrator says that a file never arrived and no other has confirmed it: a new attempt would make
 * that untrue, so none is made until it is confirmed or withdrawn.
 */
export const isSaidNeverArrived = ({ resolution: said }: Pick<BankFile, 'resolution'>): boolean =>
  said?.outcome === 'never arrived' && said.confirmedBy === null;

/** One entry of a bank file, without its account number; a prenote has no payment. */
export const bankFileEntry = z.object({
  paymentId: z.string(),
  trace: z.string(),
  name: z.string(),
  lastFour: z.string(),
  amount: z.int(),
  /** How the account of a WEB debit was validated. */
  validatedBy: accountValidation.optional(),
});
export type BankFileEntry = z.output<typeof bankFileEntry>;

/** One try to hand a file over, written down before it is made. */
export const bankFileAttempt = z.object({
  attempt: z.int(),
  at: z.string(),
  remoteName: z.string(),
  fileHash: onWire('hash', z.string()),
});
export type BankFileAttempt = z.output<typeof bankFileAttempt>;

export type SendPhase = 'cancel' | 'reserve' | 'build' | 'attempt' | 'deliver' | 'submit';

const over: readonly BankFileStatus[] = ['submitted', 'acknowledged', 'settled', 'canceled'];

/** The states that somebody must still see to. */
export const openStatuses = bankFileStatuses.map(({ id }) => id).filter((id) => !over.includes(id));

/**
 * What comes next for the files of one run, from their states alone, so that whoever takes the work up again goes on
 * at the right place. All files are built before the first is sent; then one goes after the other. Null: all is over.
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

/** The columns of the bank files table, the default first. */
export const bankFileColumns = [
  'startedAt',
  'name',
  'bankFlow',
  'status',
  'effectiveDate',
  'firstTrace',
] as const;
