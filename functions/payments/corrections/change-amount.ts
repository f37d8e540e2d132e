import { corrected, undone } from '../../../shared/payments/correction.ts';
import { isOfKind, type PaymentKind, type PaymentOf } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadPayment, paymentChange, paymentConflict } from '../store.ts';

interface AmountChange<Kind extends PaymentKind> {
  kind: Kind;
  paymentId: string;
  programPaymentTypeId: number;
  /** The version that the user saw. */
  version?: number | undefined;
  /** Cents, or null to undo the correction. */
  amount: number | null;
  /** Required for a correction, not to undo one. */
  reason?: string;
}

/** Corrects a payment's amount or undoes the correction, with an audit event. Returns the saved payment. */
export async function changeAmount<Kind extends PaymentKind>(
  asked: AmountChange<Kind>,
  { userId }: Caller,
  now: Date,
): Promise<PaymentOf<Kind>> {
  const before = await loadPayment(asked.paymentId);
  if (!isOfKind(before, asked.kind) || before.programPaymentTypeId !== asked.programPaymentTypeId)
    throw new Refusal('not-found', 'Payment not found.');
  if (asked.version !== undefined && asked.version !== before.version) throw paymentConflict();
  const after = asked.amount === null ? undone(before) : corrected(before, asked.amount);
  if (after.amountToBeSent === before.amountToBeSent) return before;
  await transact(
    ...paymentChange(before, after),
    auditWrite(
      {
        name: asked.amount === null ? 'payment correction undone' : 'payment amount corrected',
        subject: `payment ${before.id}`,
        who: userId,
        before: { amountToBeSent: before.amountToBeSent },
        after: {
          amountToBeSent: after.amountToBeSent,
          totalPayment: after.totalPayment,
          reason: asked.reason,
        },
      },
      now,
    ),
  );
  return { ...after, version: before.version + 1 };
}
