import { payeeNameOf, type LedgerTail, type Payment } from '../../../shared/payments/payment.ts';
import { balancesAfter, type LedgerEntry } from '../../../shared/ledger/ledger-entry.ts';
import { balancesOf, isPosted, paymentSteps } from '../../../shared/ledger/payment-steps.ts';
import type { Change } from '../../table/write.ts';
import { ledgerEntryAdded, sealed } from './entry-store.ts';

interface Posted {
  changes: Change[];
  /** The end of the payment's chain; undefined when there is none. */
  tail: LedgerTail | undefined;
}

/**
 * Returns the ledger entry for a payment change, to be written in the same transaction, and the payment's new tail. A
 * payment from before the ledger first gets an entry with its history.
 */
export function postPayment(before: Payment | null, after: Payment | null, now: Date): Posted {
  const current = after ?? before;
  if (!current || !isPosted(current)) return { changes: [], tail: undefined };
  const tail = before?.ledger ?? undefined;
  const steps = [...(before && !tail ? paymentSteps(null, before) : []), ...paymentSteps(before, after)];
  if (tail && steps.length === 0) return { changes: [], tail };
  const entry = entryOf(current, tail, before && tail ? balancesOf(before) : {}, now);
  const whole = sealed({ ...entry, steps, balances: balancesAfter(entry.balances, steps) });
  const { life, sequence, hash } = whole;
  return { changes: [ledgerEntryAdded(whole)], tail: { life, sequence, hash } };
}

function entryOf(
  payment: Payment,
  tail: LedgerTail | undefined,
  balances: LedgerEntry['balances'],
  now: Date,
): Omit<LedgerEntry, 'hash' | 'steps'> {
  const { id, partnerId, periodId, paymentTypeId, statusAt, generationId } = payment;
  return {
    paymentId: id,
    payee: payeeNameOf(payment),
    partnerId,
    periodId,
    paymentTypeId,
    at: now.toISOString(),
    life: tail?.life ?? `${statusAt} ${generationId}`,
    sequence: (tail?.sequence ?? 0) + 1,
    balances,
    previousHash: tail?.hash ?? '',
  };
}
