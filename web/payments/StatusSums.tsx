import { useEffect, useState } from 'react';
import { payments } from '../../shared/contracts/payments.ts';
import {
  canceled,
  completed,
  paymentStatuses,
  pending,
  returned,
  sentExternally,
  type PaymentStatus,
} from '../../shared/payments/payment.ts';
import { usePages } from '../app/list-pages.ts';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { Table } from '../ui/Table.tsx';
import type { PaymentFilterState } from './payment-filter.ts';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import './status-sums.css';

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

/** Each step is a part of the amount that is due. */
const flowSteps: readonly { label: string; color: string; includes: (status: PaymentStatus) => boolean }[] = [
  { label: 'Due', color: 'yellow', includes: (status) => status !== canceled },
  { label: 'Sent', color: 'orange', includes: (status) => status !== canceled && status !== pending },
  {
    label: 'Settled',
    color: 'green',
    includes: (status) => status === completed || status === sentExternally,
  },
  { label: 'Returned', color: 'beet', includes: (status) => status === returned },
];

/** The money of the month on its way to the payees. */
function MoneyFlow({ sums }: { sums: readonly StatusSum[] }) {
  const steps = flowSteps.map(({ label, color, includes }) => ({
    label,
    color,
    amount: sums.reduce((sum, { status, amount }) => (includes(status) ? sum + amount : sum), 0),
  }));
  const due = steps[0]?.amount ?? 0;
  return (
    <ol className="money-flow" aria-label="Money of the month">
      {steps.map(({ label, color, amount }) => (
        <li key={label}>
          <span className="quiet">{label}</span>
          <strong>
            <Money cents={amount} />
          </strong>
          <span className={`money-flow-bar status-${color}`} aria-hidden="true">
            <span style={{ inlineSize: due > 0 ? `${(amount / due) * 100}%` : 0 }} />
          </span>
        </li>
      ))}
    </ol>
  );
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
  return (
    <section className="status-sums" aria-label="Payments by status">
      <MoneyFlow sums={data} />
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
