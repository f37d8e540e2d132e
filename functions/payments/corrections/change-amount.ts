import { corrected, undone } from '../../../shared/payments/correction.ts';
import { isOfKind, type PaymentKind, type PaymentOf } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Caller } from '../../users/caller.ts';
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
  amountChange: AmountChange<Kind>,
  { userId }: Caller,
  now: Date,
): Promise<PaymentOf<Kind>> {
  const before = await loadPayment(amountChange.paymentId);
  if (
    !isOfKind(before, amountChange.kind) ||
    before.programPaymentTypeId !== amountChange.programPaymentTypeId
  )
    throw new Refusal('not-found', 'Payment not found.');
  if (amountChange.version !== undefined && amountChange.version !== before.version) throw paymentConflict();
  const after = amountChange.amount === null ? undone(before) : corrected(before, amountChange.amount);
  if (after.amountToBeSent === before.amountToBeSent) return before;
  await transact(
    ...paymentChange(before, after),
    auditWrite(
      {
        name: amountChange.amount === null ? 'payment correction undone' : 'payment amount corrected',
        subject: `payment ${before.id}`,
        who: userId,
        before: { amountToBeSent: before.amountToBeSent },
        after: {
          amountToBeSent: after.amountToBeSent,
          totalPayment: after.totalPayment,
          reason: amountChange.reason,
        },
      },
      now,
    ),
  );
  return { ...after, version: before.version + 1 };
}
