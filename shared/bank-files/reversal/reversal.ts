import * as z from 'zod';
import { addBankingDays, type CalendarDate } from '../../calendar.ts';
import type { AccountType } from '../../bank-accounts/account-number.ts';
import type { BankFile } from '../bank-file.ts';
import type { BankSettings } from '../bank-settings.ts';
import { sendingDate } from '../effective-date.ts';
import { transactionCodeFor, type Direction } from '../nacha-codes.ts';
import type { NachaEntry } from '../nacha-file.ts';
import type { ReadEntry } from '../nacha-parsed-file.ts';

/** Why an entry may be reversed; for nothing else (Nacha Operating Rules 2.9). */
export const reversalReasons = [
  { value: 'duplicate', label: 'It repeats another entry' },
  { value: 'amount', label: 'The amount is wrong' },
  { value: 'receiver', label: 'It went to the wrong account' },
  { value: 'date', label: 'It settled on the wrong day' },
] as const;
const reversalReason = z.enum(reversalReasons.map(({ value }) => value));

/** What the batch of a reversal says of itself; Nacha asks for this very word. */
export const reversalDescription = 'REVERSAL';

const reversalDays = 5;

/** The last day on which a reversal of a file may settle: five banking days after the file did (Nacha 2.9.1). */
export const lastReversalDate = (effectiveDate: CalendarDate): CalendarDate =>
  addBankingDays(effectiveDate, reversalDays);

/** The soonest day on which a reversal that is sent now settles: with the longer of the bank's two notices. */
export const reversalDate = (
  settings: Pick<BankSettings, 'cutOff' | 'debitLeadDays' | 'creditLeadDays'>,
  now: Date,
): CalendarDate =>
  addBankingDays(sendingDate(settings, now), Math.max(settings.debitLeadDays, settings.creditLeadDays));

/** Why a file cannot be reversed now, as a sentence; undefined when it can. `settles`: when the reversal would. */
export function reversalProblem(
  { status, purpose, effectiveDate }: Pick<BankFile, 'status' | 'purpose' | 'effectiveDate'>,
  settles: CalendarDate,
): string | undefined {
  if (purpose && purpose !== 'payments') return 'Only a file of payments can be reversed.';
  if (!['submitted', 'acknowledged', 'settled'].includes(status))
    return 'This file was not sent, so there is nothing to reverse.';
  return settles > lastReversalDate(effectiveDate)
    ? 'More than five banking days have passed since this file settled. Ask the payee or the bank instead.'
    : undefined;
}

const opposite: Record<Direction, Direction> = { credit: 'debit', debit: 'credit' };

/** The entry that takes another one back: amount, id, name and account as they were sent, in the other direction. */
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

/** What one administrator asked to reverse; `traces` null: every line that can be. */
export const reversalRequest = z.object({
  reason: reversalReason,
  note: z.string(),
  traces: z.array(z.string()).nullable(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** The file that reverses it, once another administrator confirmed. */
  confirmedBy: z.string().nullable(),
  bankFileId: z.string().nullable(),
});
export type ReversalRequest = z.output<typeof reversalRequest>;

/** True when two requests mean the same lines for the same reason. */
export const isSameReversal = (
  one: Pick<ReversalRequest, 'reason' | 'traces'>,
  other: Pick<ReversalRequest, 'reason' | 'traces'>,
): boolean =>
  one.reason === other.reason &&
  JSON.stringify(one.traces?.toSorted() ?? null) === JSON.stringify(other.traces?.toSorted() ?? null);
