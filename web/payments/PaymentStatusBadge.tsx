import { paymentStatuses, type PaymentStatus } from '../../shared/payments/payment.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

interface PaymentStatusBadgeProps {
  status: PaymentStatus;
  /** Shows one word; screen readers and the title have the whole label. */
  narrow?: boolean;
}

export function PaymentStatusBadge({ status, narrow = false }: PaymentStatusBadgeProps) {
  const option = paymentStatuses.find(({ id }) => id === status);
  if (!option) return null;
  const { name, short, color } = option;
  if (!narrow || name === short) return <StatusBadge color={color} label={name} />;
  const [before = '', after = ''] = name.split(short);
  return (
    <span className="status-narrow" title={name}>
      <StatusBadge
        color={color}
        label={
          <span>
            {before && <span className="hidden-text">{before}</span>}
            <span className="status-word">{short}</span>
            {after && <span className="hidden-text">{after}</span>}
          </span>
        }
      />
    </span>
  );
}
