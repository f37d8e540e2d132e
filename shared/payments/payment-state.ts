import { pending, returned } from './payment-status.ts';
import type { Payment } from './payment.ts';

export type PaymentState = Pick<Payment, 'status' | 'bankFileId'>;

/** Returns true while the payment is in a file: its bytes are fixed until it is sent or released. */
export const isReserved = ({ status, bankFileId }: PaymentState): boolean =>
  bankFileId !== null && (status === pending || status === returned);
