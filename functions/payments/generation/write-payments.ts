import type { Payment } from '../../../shared/payments/payment.ts';
import { sentExternally } from '../../../shared/payments/payment-status.ts';
import {
  isReplaceable,
  isWaitingPaycheck,
  regenerated,
  type Outcome,
} from '../../../shared/payments/regeneration.ts';
import { transact, writeAlone } from '../../table/transact.ts';
import type { DuePayment } from './due-payments.ts';
import { reasonParts } from './reason-store.ts';
import { loadPayments, paymentChange, withoutTotals } from '../store.ts';

const concurrency = 16;

/** A due payment, the stored payment, and the action to take. */
export interface DecidedPayment {
  due: DuePayment;
  existing: Payment | undefined;
  outcome: Outcome;
}

/** Decides the action for each due payment. Writes nothing. */
export async function decidePayments(
  duePayments: readonly DuePayment[],
  { onlyMissing }: { onlyMissing: boolean },
): Promise<DecidedPayment[]> {
  const stored = new Map(
    (await loadPayments(duePayments.map(({ payment }) => payment.id))).map((payment) => [
      payment.id,
      payment,
    ]),
  );
  return duePayments.map((due) => {
    const existing = stored.get(due.payment.id);
    const leave =
      onlyMissing &&
      existing &&
      isReplaceable(existing) &&
      !isCanceledNote(existing) &&
      !isReleased(existing, due.payment) &&
      !followsOtherTerms(existing, due.payment);
    return {
      due,
      existing,
      outcome: leave ? { what: 'kept', why: 'the same' } : regenerated(existing, due.payment),
    };
  });
}

// a canceled payment of $0 is replaced even if only missing payments are generated
const isCanceledNote = ({ totalPayment }: Payment): boolean => totalPayment === 0;

/** Returns true for a paycheck reimbursement that waited for first dues, which are collected since. */
const isReleased = (payment: Payment, due: Payment): boolean =>
  isWaitingPaycheck(payment) && due.status === sentExternally;

/**
 * Returns true for a payment with terms that changed after it was added: dues created before their generation, and facility
 * payments of an open month. Partner payments are excluded: they change together with the terms, and may have fees.
 */
const followsOtherTerms = ({ kind, reason: { terms } }: Payment, due: Payment): boolean =>
  kind !== 'partner' && terms !== undefined && terms.number !== due.reason.terms?.number;

/**
 * Writes changed payments, one put each with its index entries, on the condition that the stored payment is unchanged.
 * After a crash it finds its own payments and writes nothing.
 */
export async function writePayments(decided: readonly DecidedPayment[]): Promise<void> {
  const writing = decided.filter(({ outcome }) => outcome.what !== 'kept');
  for (let start = 0; start < writing.length; start += concurrency)
    await Promise.all(writing.slice(start, start + concurrency).map(writePayment));
}

async function writePayment({ due, existing, outcome }: DecidedPayment): Promise<void> {
  if (outcome.what === 'kept') return;
  for (const part of reasonParts(due.payment.id, due.memberIds)) await writeAlone(part);
  // the totals are set when the partner's payments are complete
  const writes = withoutTotals(paymentChange(existing ?? null, outcome.after));
  const [line] = writes;
  if (line && 'item' in line && writes.length === 1) await writeAlone(line);
  // removing a correction also removes the search entry
  else await transact(...writes);
}
