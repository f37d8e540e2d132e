import { paymentStatuses, type PaymentStatus } from '../../shared/payments/payment-status.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const found = paymentStatuses.find(({ id }) => id === status);
  return found ? <StatusBadge color={found.color} label={found.name} /> : null;
}
