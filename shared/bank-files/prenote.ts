import * as z from 'zod';
import { showDate, type CalendarDate } from '../calendar.ts';
import { bankFlows, needsValidation, type BankFlow } from './bank-flow-table.ts';
import type { BankSettings } from './bank-settings.ts';

/**
 * Prenote: a $0.00 entry that verifies an account (Nacha Operating Rules 2.6). The account can be used from
 * `usableFrom` unless it is returned.
 */
export const accountPrenote = z.object({
  bankFlow: z.enum(bankFlows),
  sent: z
    .object({
      bankFileId: z.string(),
      trace: z.string(),
      effectiveDate: z.string(),
      usableFrom: z.string(),
    })
    .nullable(),
});
export type AccountPrenote = z.output<typeof accountPrenote>;

interface PrenoteRequest {
  prenote?: AccountPrenote | null | undefined;
}

export const prenoteNeeded = 'The account is new or changed. The payment waits until a prenote is sent.';

export function prenoteReason(account: PrenoteRequest | undefined, today: CalendarDate): string | undefined {
  const prenote = account?.prenote;
  if (!prenote) return undefined;
  if (!prenote.sent) return prenoteNeeded;
  const { usableFrom } = prenote.sent;
  return today < usableFrom
    ? `The bank is verifying the account with a prenote. The payment waits until ${showDate(usableFrom)}.`
    : undefined;
}

/** How the account of a debit with an online authorization was validated (Nacha Operating Rules 2.5.17.4). */
export const accountValidations = [
  { id: 'prenote', name: 'By a prenote' },
  { id: 'earlier entry', name: 'By an earlier payment' },
  { id: 'bank', name: 'Corrected by the bank' },
  { id: 'none', name: 'Not validated' },
] as const;
export type AccountValidation = (typeof accountValidations)[number]['id'];
export const accountValidation = z.enum(accountValidations.map(({ id }) => id));

interface Validated extends PrenoteRequest {
  fingerprint: string;
  correctedAt?: string | null | undefined;
}

export function validationOf(
  account: Validated,
  last: { fingerprint: string } | undefined,
  today: CalendarDate,
): AccountValidation {
  if (account.prenote?.sent && account.prenote.sent.usableFrom <= today) return 'prenote';
  if (account.correctedAt) return 'bank';
  return last?.fingerprint === account.fingerprint ? 'earlier entry' : 'none';
}

interface PrenoteSettings {
  settings: Pick<BankSettings, 'prenotes'>;
  bankFlow: BankFlow;
  today: CalendarDate;
}

/**
 * Returns true for an account without a prenote that no such debit may use yet: it was entered before prenotes were turned
 * on, and was never used or validated since. `last` is the last payment that was sent to the account.
 */
export const needsPrenote = (
  account: Validated,
  last: { fingerprint: string } | undefined,
  { settings, bankFlow, today }: PrenoteSettings,
): boolean =>
  settings.prenotes[bankFlow] &&
  needsValidation(bankFlow) &&
  !account.prenote &&
  validationOf(account, last, today) === 'none';

export const waitingAccountStates = [
  { id: 'prenote needed', name: 'Prenote needed', color: 'orange' },
  { id: 'prenote sent', name: 'Prenote sent', color: 'yellow' },
  { id: 'held', name: 'Refused by the bank', color: 'beet' },
  { id: 'replaced', name: 'Replaced, waits', color: 'yellow' },
] as const;
export type WaitingAccountState = (typeof waitingAccountStates)[number]['id'];

interface Account extends PrenoteRequest {
  held?: { at: string } | null | undefined;
  usableFrom?: string | null | undefined;
  waiting?: { usableFrom: string } | null | undefined;
}

/**
 * Returns why an account waits and until when (ISO instant or date; null when action is required); null when it is
 * usable.
 */
export function waitingStateOf(
  { held, prenote, usableFrom, waiting }: Account,
  at: { now: Date; today: CalendarDate },
): { state: WaitingAccountState; until: string | null } | null {
  if (held) return { state: 'held', until: null };
  if (prenote && !prenote.sent) return { state: 'prenote needed', until: null };
  if (prenote?.sent && at.today < prenote.sent.usableFrom)
    return { state: 'prenote sent', until: prenote.sent.usableFrom };
  const until = waiting?.usableFrom ?? usableFrom;
  return until && at.now.toISOString() < until ? { state: 'replaced', until } : null;
}
