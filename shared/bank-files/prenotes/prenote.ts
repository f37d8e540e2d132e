import * as z from 'zod';
import { showDate, type CalendarDate } from '../../calendar.ts';
import { bankFlows } from '../bank-flow-table.ts';

/**
 * What a bank is asked about a new or changed account before money moves: an entry of $0.00 (Nacha Operating Rules 2.6).
 * `sent` is null until that entry is in a file; the account is used from `usableFrom` on, unless the entry came back.
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

interface Asked {
  prenote?: AccountPrenote | null | undefined;
}

/** Why a payment waits for its account's prenote, as the sentence that people read; undefined when it does not. */
export function prenoteReason(account: Asked | undefined, today: CalendarDate): string | undefined {
  const prenote = account?.prenote;
  if (!prenote) return undefined;
  if (!prenote.sent)
    return 'The account is new or changed. The payment waits until a prenote was sent to it.';
  const { usableFrom } = prenote.sent;
  return today < usableFrom
    ? `The bank checks the account by a prenote. The payment waits until ${showDate(usableFrom)}.`
    : undefined;
}

/** How the account of a WEB debit was validated before it was used (Nacha Operating Rules 2.5.17.4). */
export const accountValidations = [
  { id: 'prenote', name: 'By a prenote' },
  { id: 'earlier entry', name: 'By an earlier payment' },
  { id: 'bank', name: 'Corrected by the bank' },
  { id: 'none', name: 'Format only' },
] as const;
export type AccountValidation = (typeof accountValidations)[number]['id'];
export const accountValidation = z.enum(accountValidations.map(({ id }) => id));

interface Validated extends Asked {
  fingerprint: string;
  correctedAt?: string | null | undefined;
}

/** How an account was validated; `last` is what was last sent to its payee for the same partner. */
export function validationOf(
  account: Validated,
  last: { fingerprint: string } | undefined,
  today: CalendarDate,
): AccountValidation {
  if (account.prenote?.sent && account.prenote.sent.usableFrom <= today) return 'prenote';
  if (account.correctedAt) return 'bank';
  return last?.fingerprint === account.fingerprint ? 'earlier entry' : 'none';
}

/** Why an account waits before it is used. */
export const waitingAccountStates = [
  { id: 'prenote needed', name: 'Prenote needed', color: 'orange' },
  { id: 'prenote sent', name: 'Prenote sent', color: 'yellow' },
  { id: 'held', name: 'Refused by the bank', color: 'beet' },
  { id: 'replaced', name: 'Replaced, waits', color: 'yellow' },
] as const;
export type WaitingAccountState = (typeof waitingAccountStates)[number]['id'];

interface Account extends Asked {
  held?: { at: string } | null | undefined;
  usableFrom?: string | null | undefined;
  waiting?: { usableFrom: string } | null | undefined;
}

/** Why an account waits and until when (an ISO instant or a date; null: until a person acts); null when it does not. */
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
