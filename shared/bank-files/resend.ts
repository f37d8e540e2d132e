import { addDays, dateInChicago, type CalendarDate } from '../calendar.ts';
import { returned } from '../payments/payment-status.ts';
import type { Payment, PaymentAttempt } from '../payments/payment.ts';
import { returnCode } from './return-codes.ts';

type Resent = Pick<Payment, 'status' | 'amountToBeSent' | 'attempts'>;

/** An entry that came back for want of money is sent at most twice more, within 180 days (Nacha Operating Rules 2.12.4). */
const mostAttempts = 3;
const retryDays = 180;

const lastOf = ({ attempts }: Pick<Resent, 'attempts'>): PaymentAttempt | undefined => attempts.at(-1);

/** The attempts since the last one with another amount: a corrected amount is a new entry, and counts again. */
function sameEntry({ attempts }: Pick<Resent, 'attempts'>): PaymentAttempt[] {
  const last = attempts.at(-1);
  const from = attempts.findLastIndex(({ amount }) => amount !== last?.amount) + 1;
  return attempts.slice(from);
}

/** True when a returned payment goes out again as it was, and so says `RETRY PYMT`; a corrected one is a new entry. */
export const isRetry = (payment: Resent): boolean =>
  payment.status === returned && lastOf(payment)?.amount === payment.amountToBeSent;

/** True when another attempt at the same entry is allowed: the third return, and one after 180 days, end it. */
export function mayRetry(payment: Pick<Resent, 'attempts'>, today: CalendarDate): boolean {
  const attempts = sameEntry(payment);
  const first = attempts[0];
  if (!first || attempts.length >= mostAttempts) return false;
  return today <= addDays(dateInChicago(new Date(first.at)), retryDays);
}

/** What decides about sending a returned payment again. `changedAt` is the instant its account was last changed. */
export interface ResendContext {
  today: CalendarDate;
  account: { changedAt: string } | undefined;
}

/**
 * Why a returned payment is not sent again, as the sentence that people read; undefined when it goes with the next run.
 * Money was short: at most twice within 180 days. The account was wrong: with another account. Not authorized, stopped
 * or held: never by itself. A corrected amount makes a new entry, but no authorization.
 */
export function resendProblem(payment: Resent, { today, account }: ResendContext): string | undefined {
  const last = lastOf(payment);
  const code = last?.returned?.code;
  if (!last || !code) return 'The bank returned it. Cancel it, or mark it as Sent Externally.';
  const { outcome, meaning } = returnCode(code);
  const said = `The bank returned it (${code}, ${meaning.toLowerCase()}).`;
  if (outcome === 'not-authorized') return `${said} It is not sent again without a new authorization.`;
  if (outcome === 'hold' || outcome === 'quarantine' || outcome === 'our-fault')
    return `${said} Cancel it, or mark it as Sent Externally.`;
  const isOtherAccount = account !== undefined && account.changedAt > last.at;
  if (outcome === 'account-invalid' && !isOtherAccount) return `${said} It waits for new bank details.`;
  const isSame = last.amount === payment.amountToBeSent;
  if (outcome === 'retry' && isSame && !isOtherAccount && !mayRetry(payment, today))
    return `${said} It was sent as often as the rules allow. It waits for new bank details.`;
  return undefined;
}
