import { accountAt } from '../bank-accounts/waiting-account.ts';
import { endsAuthorization, mayBeDebited, type DebitedAccount } from '../bank-files/debit-authorization.ts';
import { correctableCode, makesAccountUnusable } from '../bank-files/nacha/return-codes.ts';
import type { SentEntry } from '../bank-files/sent-entry.ts';
import type { UsedAccount } from '../bank-files/waited-dues.ts';
import { dateInChicago } from '../calendar.ts';
import type { Payment } from '../payments/payment.ts';
import { lastDayToStop } from '../payments/withdrawal-notice.ts';

/** An account of debits: the present end of its use, and the days of earlier ones. */
type ProvedAccount = DebitedAccount &
  Pick<UsedAccount, 'debitPauses'> &
  Parameters<typeof accountAt>[0] & {
    held?: { code: string; at: string } | null | undefined;
    numbersSince?: string | undefined;
  };

/** An attempt with the entry that the bank received; `checkedAt` is the last instant at which it could be stopped. */
export interface SentDebit {
  entry: Pick<SentEntry, 'fingerprint' | 'effectiveDate'>;
  checkedAt: string;
}

/** A return of an earlier payment of the same payee. */
interface EarlierReturn {
  code: string;
  at: string;
  fingerprint: string;
}

/** Returns the returns of a payment's attempts, by the trace numbers of their entries. */
export const returnsOf = (
  { attempts }: Payment,
  entries: ReadonlyMap<string, Pick<SentEntry, 'fingerprint'>>,
): EarlierReturn[] =>
  attempts.flatMap(({ trace, returned }) => {
    const entry = entries.get(trace ?? '');
    return entry && returned?.code
      ? [{ code: returned.code, at: returned.at, fingerprint: entry.fingerprint }]
      : [];
  });

const endsDebits = (code: string): boolean =>
  code !== correctableCode && (endsAuthorization(code) || makesAccountUnusable(code));

/** Returns true if the account has the end of its use that a return at this instant caused, or replaced its numbers since. */
function isRecorded(
  { held, authorizationEnded, debitPauses = [], numbersSince = '' }: ProvedAccount,
  at: string,
): boolean {
  const day = dateInChicago(new Date(at));
  return (
    at < numbersSince ||
    [held, authorizationEnded].some((end) => end && end.at <= at) ||
    debitPauses.some(({ from, to }) => from <= day && (to === null || day <= to))
  );
}

/**
 * Returns why a debit should not have been sent, for the ledger proof, or undefined: its account was not authorized or
 * not usable. Debits after a new authorization, another account, or the correction of an R11 are valid.
 */
export function debitError(
  payment: Pick<Payment, 'id' | 'attempts'>,
  stored: ProvedAccount,
  { entry, checkedAt }: SentDebit,
  earlier: readonly EarlierReturn[],
): string | undefined {
  const account: ProvedAccount = accountAt(stored, new Date(checkedAt));
  const { held, authorizationEnded: end, debitPauses = [] } = account;
  const sentOn = dateInChicago(new Date(checkedAt));
  if (held && held.at < checkedAt)
    return `It was withdrawn although the bank had refused the account (${held.code}).`;
  if (
    end &&
    end.at < checkedAt &&
    end.paymentId !== payment.id &&
    // a refusal of the account by the bank after this instant does not change what the end of the authorization stopped
    !mayBeDebited({ authorizationEnded: end }, entry.effectiveDate)
  )
    return end.code === null
      ? 'It was withdrawn after the authorization was revoked.'
      : `It was withdrawn after the bank returned another withdrawal of the account as not authorized (${end.code}).`;
  const isCorrected = payment.attempts.some(({ returned }) => returned?.code === correctableCode);
  // a revocation leaves debits that are less than three banking days away
  const isInPause = debitPauses.some(
    ({ from, to }) =>
      from < sentOn && from <= lastDayToStop(entry.effectiveDate) && (to === null || sentOn < to),
  );
  if (isInPause && !isCorrected)
    return 'It was withdrawn while the account was not authorized or not usable.';
  const ignored = earlier.find(
    ({ code, at, fingerprint }) =>
      endsDebits(code) && at < checkedAt && fingerprint === entry.fingerprint && !isRecorded(account, at),
  );
  return ignored
    ? `It was withdrawn after the bank returned another withdrawal of the account (${ignored.code}).`
    : undefined;
}
