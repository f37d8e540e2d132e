import { addDays, dateInChicago, showDate, type CalendarDate } from '../calendar.ts';
import { returned, type Payment, type PaymentAttempt } from '../payments/payment.ts';
import { correctableCode, returnCode } from './nacha/return-codes.ts';

type Resent = Pick<Payment, 'status' | 'amountToBeSent' | 'attempts'> & Partial<Pick<Payment, 'kind'>>;

/** Insufficient funds: at most two retries within 180 days (Nacha Operating Rules 2.12.4). */
const mostAttempts = 3;
const retryDays = 180;

const correctableUntil = ({ returned: by }: PaymentAttempt): CalendarDate =>
  addDays(dateInChicago(new Date(by?.at ?? 0)), correctionDays);

const lastOf = ({ attempts }: Pick<Resent, 'attempts'>): PaymentAttempt | undefined => attempts.at(-1);

function sameEntry({ attempts }: Pick<Resent, 'attempts'>): PaymentAttempt[] {
  const last = attempts.at(-1);
  const from = attempts.findLastIndex(({ amount }) => amount !== last?.amount) + 1;
  return attempts.slice(from);
}

/** Returns true if the bank returned the latest attempt, also of dues that were canceled and are collected again. */
export const wasReturned = (payment: Pick<Resent, 'status' | 'attempts'>): boolean =>
  payment.status === returned || (lastOf(payment)?.returned ?? null) !== null;

/** Returns true when a returned payment is resent unchanged, with `RETRY PYMT`. A corrected payment is a new entry. */
export const isRetry = (payment: Resent): boolean =>
  wasReturned(payment) &&
  lastOf(payment)?.amount === payment.amountToBeSent &&
  lastOf(payment)?.returned?.code !== correctableCode;

/** Returns true when the entry can be attempted again: fewer than three returns, within 180 days. */
export function mayRetry(payment: Pick<Resent, 'attempts'>, today: CalendarDate): boolean {
  const attempts = sameEntry(payment);
  const first = attempts[0];
  if (!first || attempts.length >= mostAttempts) return false;
  return today <= addDays(dateInChicago(new Date(first.at)), retryDays);
}

/** Context for resending a returned payment. `changedAt` is the instant of the last account change. */
export interface ResendContext {
  today: CalendarDate;
  account: { changedAt: string; authorizationEnded?: { at: string } | null | undefined } | undefined;
}

const neverResent: readonly string[] = ['not-authorized', 'hold', 'quarantine', 'our-fault'];

/** Days after the return in which an entry that was not as authorized may be corrected and sent (Nacha 2026). */
export const correctionDays = 60;

/** Returns true if the bank's latest return code forbids another attempt with any account (ACH.md). */
export function isNeverResent({ attempts }: Pick<Resent, 'attempts'>): boolean {
  const code = lastOf({ attempts })?.returned?.code;
  if (typeof code !== 'string' || code === correctableCode) return false;
  return neverResent.includes(returnCode(code).outcome);
}

/**
 * Returns why a returned payment is not resent; undefined when it is. An invalid account requires another one; a
 * corrected amount makes a new entry but does not replace an authorization.
 */
export function resendError(payment: Resent, { today, account }: ResendContext): string | undefined {
  const last = lastOf(payment);
  const code = last?.returned?.code;
  if (!last || !code) return 'Returned by the bank. Cancel it, or mark it as Sent Externally.';
  const { outcome, meaning } = returnCode(code);
  const description = `Returned by the bank (${code}, ${meaning.toLowerCase()}).`;
  const isOtherAccount = account !== undefined && account.changedAt > last.at;
  const isSame = last.amount === payment.amountToBeSent;
  if (code === correctableCode && today <= correctableUntil(last)) {
    // details that the bank or the payee changed do not authorize the entry
    const isAuthorizedAgain = isOtherAccount && !account.authorizationEnded;
    if (isAuthorizedAgain || !isSame) return undefined;
    // the amount of dues follows from the terms that the member accepted
    if (payment.kind === 'member')
      return `${description} Waiting for a new authorization. You can cancel the payment, or mark it as Sent Externally.`;
    return `${description} Correct the amount to send it again by ${showDate(correctableUntil(last))}, or wait for a new authorization.`;
  }
  if (neverResent.includes(outcome)) return `${description} Cancel it, or mark it as Sent Externally.`;
  if (outcome === 'account-invalid' && !isOtherAccount) return `${description} Waiting for new bank details.`;
  if (outcome === 'retry' && isSame && !isOtherAccount && !mayRetry(payment, today))
    return `${description} Maximum retries reached. Waiting for new bank details.`;
  return undefined;
}
