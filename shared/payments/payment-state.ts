import { pending, returned } from './payment-status.ts';
import type { Payment } from './payment.ts';

/** The part of a payment that decides about a move. */
export type PaymentState = Pick<Payment, 'status' | 'bankFileId'>;

/** Reserved for a file, so that its bytes are fixed: sent, or released, before anything else may happen to it. */
export const isReserved = ({ status, bankFileId }: PaymentState): boolean =>
  bankFileId !== null && (status === pending || status === returned);
