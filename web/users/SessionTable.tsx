import type { ReactNode } from 'react';
import { showDate, dateInChicago } from '../../shared/calendar.ts';
import type { ListedSession } from '../../shared/users/sessions.ts';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table, type TableProps } from '../ui/Table.tsx';

/** Formats an instant: "11/25/2026, 3:05 PM", in the browser's time zone. */
export const showTime = (instant: string): string =>
  `${showDate(dateInChicago(new Date(instant)))}, ${new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`;

interface SessionTableProps extends Pick<TableProps<ListedSession>, 'loading' | 'failed'> {
  sessions: readonly ListedSession[];
  renderAction?: (session: ListedSession) => ReactNode;
}

export const SessionTable = ({ sessions, renderAction, ...props }: SessionTableProps) => (
  <Table
    {...props}
    caption="Logged-in devices"
    captionHidden
    rows={sessions}
    rowKey={({ id }) => id}
    empty={<EmptyState title="Not logged in" text="There are no logged-in devices." />}
    columns={[
      {
        key: 'device',
        title: 'Device',
        render: ({ device, isOwn }) => (
          <>
            {device} {isOwn && <StatusBadge color="green" label="This device" />}
          </>
        ),
      },
      { key: 'activeAt', title: 'Last used', render: ({ activeAt }) => showTime(activeAt) },
      { key: 'startedAt', title: 'Logged in', render: ({ startedAt }) => showTime(startedAt) },
      ...(renderAction
        ? [{ key: 'actions', title: 'Actions', pinned: 'end' as const, render: renderAction }]
        : []),
    ]}
  />
);
