import { useState } from 'react';
import { users } from '../../shared/contracts/users.ts';
import { useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { showTime } from './SessionTable.tsx';

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The audit events that a user caused, a page at a time. */
export function UserActivity({ userId }: { userId: string }) {
  const [before, setBefore] = useState<string>();
  const { data, error, loading, reload, retrying } = useEndpoint(users.userActivity, {
    params: { userId },
    query: { before },
  });
  const older = data?.before;
  return (
    <Card title="Activity">
      <Table
        compact
        caption="Activity"
        captionHidden
        rows={data?.items ?? []}
        rowKey={({ when, name, subject }) => `${when} ${name} ${subject}`}
        loading={loading}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        empty={<EmptyState title="No activity" text="This user has not changed anything." />}
        columns={[
          { key: 'when', title: 'Time', render: ({ when }) => showTime(when) },
          { key: 'name', title: 'Event', render: ({ name }) => capitalize(name) },
          { key: 'subject', title: 'Record', render: ({ subject }) => capitalize(subject) },
        ]}
      />
      {(older || before) && (
        <p className="page-actions">
          {before && <Button onClick={() => setBefore(undefined)}>Show latest</Button>}
          {older && <Button onClick={() => setBefore(older)}>Show older</Button>}
        </p>
      )}
    </Card>
  );
}
