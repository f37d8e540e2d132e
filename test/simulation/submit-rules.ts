import type { Payment } from '../../shared/payments/payment.ts';

interface Known {
  payments: ReadonlyMap<string, Payment>;
  awaySince: ReadonlyMap<string, string>;
  corrections: ReadonlyMap<string, number>;
}

/** Return codes after which an entry is never sent again: not authorized, stopped, or refused. */
const final = new Set(['R05', 'R07', 'R10', 'R29', 'R08', 'R14', 'R15', 'R16', 'R23']);
const insufficientFunds = new Set(['R01', 'R09']);
const mostRetries = 2;

/** Returns why a payment should not have been sent, written from the rules of ACH and of money; undefined if it may. */
export function submitError(
  before: Payment,
  after: Payment,
  known: Known,
  today: string,
): string | undefined {
  const { id, amountToBeSent, totalPayment } = after;
  const attempt = after.attempts.at(-1);
  if (attempt?.amount !== amountToBeSent) return `as ${attempt?.amount}, not ${amountToBeSent}`;
  const corrected = known.corrections.get(id);
  const isEntered = amountToBeSent === totalPayment || amountToBeSent === corrected;
  if (!isEntered) return `as ${amountToBeSent}, which no administrator entered`;
  const codes = before.attempts.map(({ returned }) => returned?.code ?? '');
  if (codes.some((code) => final.has(code))) return `again after ${codes.join(', ')}`;
  if (codes.filter((code) => insufficientFunds.has(code)).length > mostRetries)
    return `more than ${mostRetries} times again`;
  if (after.kind !== 'member') return undefined;
  if (id.endsWith('-dues')) {
    const dues = known.payments.get(id.replace(/-7-(.*)-dues$/, '-6-$1'));
    if (dues?.status !== 5 && dues?.status !== 6) return `back while the dues are in status ${dues?.status}`;
  }
  // a run that was planned before the member was suspended or held is not interrupted
  const since = known.awaySince.get(after.memberId);
  const isAway = since !== undefined && Date.parse(today) - Date.parse(since) > 86_400_000;
  return isAway ? `although the member is suspended or on hold since ${since}` : undefined;
}
