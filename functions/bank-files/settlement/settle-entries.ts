import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { paymentIdsOf } from '../../../shared/bank-files/sent-entry.ts';
import { canMovePayment, movePayment } from '../../../shared/payments/payment-moves.ts';
import { paymentChange } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { linesOf } from '../entry-store.ts';
import { paymentsNow } from '../paid-store.ts';
import { bankFileChange } from '../store.ts';

/** Four transaction items per payment (of 100): payment, corrected row, ledger entry, and audit event. */
const entriesAtOnce = 20;

const ends = {
  acknowledge: { from: 'submitted', to: 'acknowledged', name: 'bank file acknowledged' },
  settle: { from: 'acknowledged', to: 'settled', name: 'bank file settled' },
} as const;
export type SettlementEvent = keyof typeof ends;

export const maySettle = ({ status }: BankFile, event: SettlementEvent): boolean =>
  status === ends[event].from;

/**
 * Moves the next payments of a file (2 → 1, or 1 → 5) and, with the last, the file. Returned and resent payments stay
 * unchanged.
 */
export async function settleEntries(
  file: BankFile,
  event: SettlementEvent,
  after: string | undefined,
  { who, now }: { who: string; now: Date },
): Promise<{ changes: Change[]; done: number; last: string | null }> {
  const at = now.toISOString();
  const { lines, last } = await linesOf(file.id, after, entriesAtOnce);
  const payments = await paymentsNow(paymentIdsOf(lines));
  const changes: Change[] = [];
  for (const paymentId of paymentIdsOf(lines)) {
    const payment = payments.get(paymentId);
    if (payment?.bankFileId !== file.id || !canMovePayment(payment, event)) continue;
    const moved = movePayment(payment, event, { at });
    changes.push(
      ...paymentChange(payment, moved),
      auditWrite(
        {
          name: 'payment status changed',
          subject: `payment ${paymentId}`,
          who,
          before: { status: payment.status },
          after: { status: moved.status, bankFileId: file.id },
        },
        now,
      ),
    );
  }
  const { to, name } = ends[event];
  if (last === null)
    changes.push(
      ...bankFileChange(file, { ...file, status: to, statusAt: at }),
      auditWrite({ name, subject: `bank file ${file.id}`, who, after: { name: file.name } }, now),
    );
  return { changes, done: lines.length, last };
}
