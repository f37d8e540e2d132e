import { useEffect, useState } from 'react';
import { payments } from '../../shared/contracts/payments.ts';
import { paymentStatuses, type PaymentStatus } from '../../shared/payments/payment-status.ts';
import { usePages } from '../app/list-pages.ts';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { Table } from '../ui/Table.tsx';
import type { PaymentFilterState } from './payment-filter.ts';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';

interface StatusSum {
  status: PaymentStatus;
  count: number;
  amount: number;
}

function addedUp(parts: readonly { sums: readonly StatusSum[] }[]): StatusSum[] {
  const all = parts.flatMap(({ sums }) => sums);
  return paymentStatuses.flatMap(({ id: status }) => {
    const own = all.filter((sum) => sum.status === status);
    if (own.length === 0) return [];
    const count = own.reduce((sum, part) => sum + part.count, 0);
    return [{ status, count, amount: own.reduce((sum, part) => sum + part.amount, 0) }];
  });
}

export function StatusSums({ state }: { state: PaymentFilterState }) {
  const [asTable, setAsTable] = useState(false);
  const { filter, flow } = state;
  const request = filter ? { query: { kind: flow, ...filter } } : null;
  const { pages, hasMore, loadingMore, moreFailed, onMore } = usePages(payments.sumsByStatus, request);
  useEffect(() => {
    if (hasMore && !loadingMore && !moreFailed) onMore();
  }, [hasMore, loadingMore, moreFailed, onMore]);
  const data = addedUp(pages);
  if (data.length === 0) return null;
  const all = data.reduce((sum, { count }) => sum + count, 0);
  const colorOf = (status: PaymentStatus) => paymentStatuses.find(({ id }) => id === status)?.color ?? 'blue';
  return (
    <section className="status-sums" aria-label="Payments by status">
      {/* the list below has the same content as text */}
      <div className="status-bar" aria-hidden="true">
        {data.map(({ status, count }) => (
          <span key={status} className={`status-${colorOf(status)}`} style={{ flexGrow: count / all }} />
        ))}
      </div>
      <ul className="status-legend">
        {data.map(({ status, count }) => (
          <li key={status}>
            <PaymentStatusBadge status={status} />{' '}
            <span className="number">{count.toLocaleString('en-US')}</span>
          </li>
        ))}
        <li>
          <Button small kind="quiet" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Hide amounts' : 'Show amounts'}
          </Button>
        </li>
      </ul>
      {asTable && (
        <Table
          rows={data}
          caption="Amounts by status"
          captionHidden
          columns={[
            {
              key: 'status',
              title: 'Status',
              render: ({ status }) => <PaymentStatusBadge status={status} />,
            },
            { key: 'count', title: 'Payments', kind: 'number' },
            {
              key: 'amount',
              title: 'Amount',
              kind: 'money',
              render: ({ amount }) => <Money cents={amount} />,
            },
          ]}
          rowKey={({ status }) => String(status)}
        />
      )}
    </section>
  );
}
