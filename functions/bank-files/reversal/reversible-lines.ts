import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { canMovePayment } from '../../../shared/payments/payment-moves.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { isRefundCommitted } from '../../../shared/payments/refund.ts';
import { linesOf } from '../entry-store.ts';
import { paymentsNow } from '../paid-store.ts';
import { refundsNow } from '../refund-store.ts';
import { sentEntriesNow } from '../sent-entry-store.ts';
import type { SentEntry, SentPayment } from '../../../shared/bank-files/sent-entry.ts';

const pageSize = 1000;

export function whyNotReversed(
  sent: SentEntry,
  payment: Payment | undefined,
  refund?: Payment,
): string | undefined {
  if (sent.returnedBy) return 'was returned by the bank';
  if (sent.reversedBy) return 'is already being reversed';
  if (refund && isRefundCommitted(refund)) return 'was refunded already';
  const isLast = payment?.attempts.at(-1)?.trace === sent.trace;
  return payment && isLast && canMovePayment(payment, 'reverse') ? undefined : 'was changed since';
}

export async function reversibleLines(
  file: BankFile,
  traces: readonly string[] | null,
): Promise<SentPayment[]> {
  const wanted = traces && new Set(traces);
  const sentPayments: SentPayment[] = [];
  let after: string | undefined;
  do {
    const { lines, last } = await linesOf(file.id, after, pageSize);
    const chosen = lines
      .filter((line) => line.kind === 'payment')
      .filter(({ trace }) => !wanted || wanted.has(trace));
    const sent = await sentEntriesNow(chosen.map(({ trace }) => trace));
    const payments = await paymentsNow(chosen.map(({ paymentId }) => paymentId));
    const refunds = await refundsNow([...payments.values()]);
    for (const { trace, paymentId } of chosen) {
      const entry = sent.get(trace);
      const error = entry && whyNotReversed(entry, payments.get(paymentId), refunds.get(paymentId));
      if (entry?.bankFileId === file.id && entry.purpose !== 'prenote' && !error) sentPayments.push(entry);
    }
    after = last ?? undefined;
  } while (after);
  return sentPayments;
}
