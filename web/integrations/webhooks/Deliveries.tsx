import { useSearchParams } from 'react-router-dom';
import { integrations } from '../../../shared/contracts/integrations.ts';
import {
  deliveryStatuses,
  replayDays,
  type DeliveryRow,
  type DeliveryStatus,
} from '../../../shared/integrations/webhooks/delivery.ts';
import { useAction, useList } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/formatted-text.tsx';
import { Chips, Filters } from '../../ui/Filters.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge, type StatusColor } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/TableHead.tsx';
import type { WebhookRow } from './WebhookForm.tsx';

const labels: Record<DeliveryStatus, { label: string; color: StatusColor; empty: string }> = {
  waiting: { label: 'Waiting', color: 'yellow', empty: 'Every event was sent.' },
  delivered: { label: 'Delivered', color: 'green', empty: 'Events appear here once they are delivered.' },
  failed: {
    label: 'Failed',
    color: 'beet',
    empty: 'Deliveries appear here after three days without success.',
  },
};

/** Rows that one request repeats. */
const atOnce = 25;

export function Deliveries({ webhook }: { webhook: WebhookRow }) {
  const [search, setSearch] = useSearchParams();
  const status = deliveryStatuses.find((name) => name === search.get('status')) ?? 'delivered';
  const list = useList(integrations.webhookDeliveries, {
    params: { webhookId: webhook.id },
    query: { status },
  });
  const replay = useAction(integrations.replayDeliveries, integrations.webhookDeliveries);
  const repeat = (rows: readonly DeliveryRow[]) =>
    replay.act({ params: { webhookId: webhook.id }, body: { deliveryIds: rows.map(({ id }) => id) } });
  const first = list.rows.slice(0, atOnce);
  return (
    <>
      <p className="back-link">
        <Button kind="quiet" onClick={() => setSearch({})}>
          Back to webhooks
        </Button>
      </p>
      <PageHeading
        title={webhook.description || 'Deliveries'}
        lead={`Events sent to ${webhook.url}. Delivered and failed ones are listed for ${replayDays} days.`}
        actions={
          status === 'failed' &&
          first.length > 0 && (
            <Button
              kind="action"
              busy={replay.running}
              busyLabel="Sending again…"
              onClick={() => void repeat(first)}
            >
              Send {first.length} again
            </Button>
          )
        }
      />
      <StatusFilter
        status={status}
        onChange={(chosen) => setSearch({ webhook: webhook.id, status: chosen }, { replace: true })}
      />
      <Table
        {...list}
        caption={`${labels[status].label} events`}
        captionHidden
        rows={list.rows}
        rowKey={({ id }) => id}
        failed={list.error ? { error: list.error, onRetry: list.reload } : undefined}
        columns={columnsOf(status, (row) => void repeat([row]))}
        empty={
          <EmptyState title={`No ${labels[status].label.toLowerCase()} events`} text={labels[status].empty} />
        }
      />
    </>
  );
}

interface StatusFilterProps {
  status: DeliveryStatus;
  onChange: (status: DeliveryStatus) => void;
}

const StatusFilter = ({ status, onChange }: StatusFilterProps) => (
  <Filters label="Status">
    <Chips
      label="Status"
      single
      chips={deliveryStatuses.map((value) => ({ value, label: labels[value].label }))}
      chosen={new Set([status])}
      onChange={(chosen) => onChange(deliveryStatuses.find((value) => chosen.has(value)) ?? status)}
    />
  </Filters>
);

const columnsOf = (status: DeliveryStatus, onReplay: (row: DeliveryRow) => void): Column<DeliveryRow>[] => [
  { key: 'kind', title: 'Event' },
  { key: 'at', title: 'Time', kind: 'date' },
  { key: 'subject', title: 'Concerns', wrap: true },
  {
    key: 'responseCode',
    title: 'Response',
    wrap: true,
    render: ({ responseCode, problem }) => [responseCode, problem].filter(Boolean).join(': ') || '–',
  },
  { key: 'attempts', title: 'Attempts', kind: 'number' },
  ...(status === 'waiting'
    ? [
        {
          key: 'nextAttemptAt',
          title: 'Next attempt',
          render: ({ nextAttemptAt }: DeliveryRow) =>
            nextAttemptAt ? <DateText date={nextAttemptAt} /> : 'In its turn',
        },
      ]
    : [{ key: 'lastAttemptAt', title: 'Last attempt', kind: 'date' as const, detail: true }]),
  { key: 'id', title: 'Event ID', wrap: true, detail: true },
  {
    key: 'status',
    title: 'Status',
    pinned: 'end',
    render: (row) => <StatusBadge color={labels[row.status].color} label={labels[row.status].label} />,
  },
  ...(status === 'failed'
    ? [
        {
          key: 'actions',
          title: 'Actions',
          pinned: 'end' as const,
          render: (row: DeliveryRow) => (
            <Button small onClick={() => onReplay(row)}>
              Send again<span className="hidden-text"> {row.id}</span>
            </Button>
          ),
        },
      ]
    : []),
];
