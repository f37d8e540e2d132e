import { addBankingDays, type CalendarDate } from '../../calendar.ts';
import type { AccountType } from '../../bank-accounts/account-number.ts';
import type { BankFile, ReversalRequest } from '../bank-file.ts';
import type { BankSettings } from '../bank-settings.ts';
import { sendingDate } from '../effective-date.ts';
import { transactionCodeFor, type Direction, type NachaEntry } from '../nacha/format.ts';
import type { ReadEntry } from '../nacha/read-common.ts';

export const reversalDescription = 'REVERSAL';

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
