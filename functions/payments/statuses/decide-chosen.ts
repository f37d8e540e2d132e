import { decisions } from '../../../shared/payments/status-form.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { transact } from '../../table/transact.ts';
import { loadPayments, paymentConflict } from '../store.ts';
import type { Decided } from './decide.ts';
import { decisionWithEffects } from './decision-effects.ts';

const concurrency = 10;

interface Chosen {
  paymentId: string;
  version: number;
}

/** Applies a decision to the selected payments, each in its own transaction. Reports why others are unchanged. */
export async function decideChosen(chosen: readonly Chosen[], decided: Decided, now: Date) {
  const payments = new Map(
    (await loadPayments(chosen.map(({ paymentId }) => paymentId))).map((payment) => [payment.id, payment]),
  );
  const refused: { paymentId: string; message: string }[] = [];
  const decidePayment = async ({ paymentId, version }: Chosen) => {
    try {
      const before = payments.get(paymentId);
      if (!before) throw new Refusal('not-found', 'Payment not found.');
      if (before.version !== version) throw paymentConflict();
      await transact(...(await decisionWithEffects(before, decided, now)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ paymentId, message: error.message });
    }
  };
  for (let start = 0; start < chosen.length; start += concurrency)
    await Promise.all(chosen.slice(start, start + concurrency).map(decidePayment));
  const changed = chosen.length - refused.length;
  const message = `${changed} ${changed === 1 ? 'payment is' : 'payments are'} ${decisions[decided.decision].done}.`;
  return {
    success: changed > 0,
    message: refused[0] ? `${message} ${refused[0].message}` : message,
    changed,
    refused,
  };
}
