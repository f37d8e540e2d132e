import type { ReactNode } from 'react';
import { showDate, dateInChicago } from '../../shared/calendar.ts';
import type { ListedSession } from '../../shared/users/sessions.ts';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table, type TableProps } from '../ui/Table.tsx';
import { users } from '../../shared/contracts/users.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';

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

const durationOf = (minutes: number): string =>
  minutes >= 2880
    ? `${Math.floor(minutes / 1440)} days`
    : minutes >= 120
      ? `${Math.floor(minutes / 60)} hours`
      : `${minutes} minutes`;

export default function SessionsPage() {
  const { data = [], error, loading, reload, retrying } = useEndpoint(users.sessions, {});
  const endOthers = useAction(users.endOtherSessions);
  const { me } = useSession();
  const endAll = async () => {
    await endOthers.act({});
    reload();
  };
  return (
    <>
      <PageHeading
        title="Devices"
        lead={`You are logged in on these devices.${me ? ` A device is logged out after ${durationOf(me.idleMinutes)} without use.` : ''}`}
      />
      <Card>
        <SessionTable
          sessions={data}
          loading={loading}
          failed={error ? { error, onRetry: reload, retrying } : undefined}
          renderAction={(session) => session.isOwn || <EndSession session={session} onDone={reload} />}
        />
        {data.length > 1 && (
          <p className="page-actions">
            <Button busy={endOthers.running} busyLabel="Logging out…" onClick={() => void endAll()}>
              Log out all other devices
            </Button>
          </p>
        )}
      </Card>
    </>
  );
}

function EndSession({ session, onDone }: { session: ListedSession; onDone: () => void }) {
  const end = useAction(users.endSession);
  const onClick = async () => {
    await end.act({ params: { sessionId: session.id } });
    onDone();
  };
  return (
    <Button small busy={end.running} busyLabel="Logging out…" onClick={() => void onClick()}>
      Log out<span className="hidden-text"> {session.device}</span>
    </Button>
  );
}
