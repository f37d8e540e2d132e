import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { money, showMoney } from '../money.ts';
import { accountValidation } from './prenote.ts';

const ofEveryEntry = { trace: z.string(), name: z.string(), lastFour: z.string(), amount: z.int() };
const paymentId = z.string().min(1);

const paymentOfFile = z.object({
  kind: z.literal('payment'),
  paymentId,
  ...ofEveryEntry,
  validatedBy: accountValidation.optional(),
});
const prenoteOfFile = z.object({ kind: z.literal('prenote'), ...ofEveryEntry });

/** Entries stored before 2026-11-25 have no kind; prenotes among them have an empty payment ID. */
const withKind = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !('kind' in row) && 'paymentId' in row
    ? { ...row, kind: row.paymentId === '' ? 'prenote' : 'payment' }
    : row;

/** Entry as listed by its bank file; amounts are cents. */
export const bankFileEntry = z.preprocess(
  withKind,
  z.discriminatedUnion('kind', [paymentOfFile, prenoteOfFile]),
);
export type BankFileEntry = z.output<typeof bankFileEntry>;

export const paymentIdsOf = (entries: readonly BankFileEntry[]): string[] =>
  entries.flatMap((entry) => (entry.kind === 'payment' ? [entry.paymentId] : []));

/** Amounts are dollars on the wire. */
export const bankFileEntryRow = paymentOfFile
  .omit({ kind: true })
  .extend({ paymentId: paymentId.nullable(), amount: money() });
export type BankFileEntryRow = z.output<typeof bankFileEntryRow>;

const ofSentEntry = {
  ...ofEveryEntry,
  bankFileId: z.string(),
  payeeToken: z.string(),
  /** HMAC of routing and account number (functions/platform/fingerprint.ts). */
  fingerprint: z.string(),
  effectiveDate: z.string(),
  returnedBy: z.object({ inboxFileId: z.string(), position: z.int(), code: z.string() }).nullable(),
  reversedBy: z.object({ bankFileId: z.string(), trace: z.string() }).nullable().optional(),
  version: recordVersion,
};
const sentPayment = z.object({ ...ofSentEntry, purpose: z.literal('reversal').optional(), paymentId });
const sentPrenote = z.object({ ...ofSentEntry, purpose: z.literal('prenote') });

/** Sent entry, found by trace number when a return arrives: a payment, its reversal, or a prenote. */
export const sentEntry = z.union([sentPayment, sentPrenote]);
export type SentEntry = z.output<typeof sentEntry>;
export type SentPayment = z.output<typeof sentPayment>;

export const paymentIdOfSent = (sent: SentEntry): string | null =>
  sent.purpose === 'prenote' ? null : sent.paymentId;

/**
 * Returns why a received entry does not match a sent one in trace, amount (null for account changes), and account; a
 * matching trace alone is not sufficient.
 */
export function mismatch(
  returned: { originalTrace: string; amount: number | null; fingerprints: readonly string[] },
  sent: Pick<SentEntry, 'trace' | 'amount' | 'fingerprint'> | undefined,
): string | undefined {
  if (!sent || sent.trace !== returned.originalTrace)
    return 'We did not send an entry with this trace number.';
  if (returned.amount !== null && returned.amount !== sent.amount)
    return `The amount differs: we sent ${showMoney(sent.amount)} with this trace number.`;
  if (!returned.fingerprints.includes(sent.fingerprint))
    return 'The account differs from the account in our entry.';
  return undefined;
}

export const returnedEntry = z.object({
  ...ofEveryEntry,
  at: z.string(),
  code: z.string(),
  paymentId: z.string(),
  /** Null for partners, facilities, and entries returned before this attribute was stored. */
  memberId: z.string().nullable().default(null),
  bankFileId: z.string(),
  inboxFileId: z.string(),
});
export type ReturnedEntry = z.output<typeof returnedEntry>;
