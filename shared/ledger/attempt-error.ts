import { endsAuthorization, isDebit } from '../bank-files/debit-authorization.ts';
import { correctableCode } from '../bank-files/nacha/return-codes.ts';
import { completed, received, returned, submitted } from '../payments/payment-status.ts';
import type { Payment } from '../payments/payment.ts';

/** Returns why the attempts of a payment and their returns are inconsistent, for the proof, or undefined. */
export function attemptError(payment: Payment): string | undefined {
  const { status, attempts } = payment;
  const traces = attempts.flatMap(({ trace }) => trace ?? []);
  if (new Set(traces).size < traces.length)
    return 'Two of its attempts have the same trace number, so a return cannot be assigned to one of them.';
  const last = attempts.at(-1);
  if (last && status === returned && !last.returned)
    return 'It is returned, but no return belongs to its last attempt.';
  if (last?.returned && [submitted, received, completed].some((sent) => sent === status))
    return 'Its last attempt was returned, but it counts as sent.';
  const code = attempts.slice(0, -1).find((attempt) => isUnauthorized(attempt.returned?.code))
    ?.returned?.code;
  return code && isDebit(payment)
    ? `It was withdrawn again after the bank returned it as not authorized (${code}).`
    : undefined;
}

/** Entries returned by R11 may be corrected and sent again. */
const isUnauthorized = (code: string | null | undefined): boolean =>
  Boolean(code) && code !== correctableCode && endsAuthorization(code ?? '');
