import { useState } from 'react';
import { users } from '../../shared/contracts/users.ts';
import { useEndpoint, useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { showTime, SessionTable } from './SessionsPage.tsx';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { fullNumbersPerDay } from '../../shared/administrators/administrator.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { findUserForm } from '../../shared/users/session-contract.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The audit events that a user caused, a page at a time. */
function UserActivity({ userId }: { userId: string }) {
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

type MatchedUser = ResponseOf<typeof users.findUser>;

const roleNames = {
  systemAdmin: 'Administrator',
  partnerManager: 'Partner manager',
  facilityManager: 'Facility manager',
  member: 'Member',
} as const;

export default function FindUserPage() {
  const find = useAction(users.findUser);
  const [user, setUser] = useState<MatchedUser>();
  const search = async (body: { email: string }) => {
    setUser(undefined);
    setUser(await find.run({ body }));
  };
  return (
    <>
      <PageHeading
        title="Find a user"
        lead="See where a user is logged in and what the user changed, and log the user out."
      />
      <Card>
        <Form
          schema={findUserForm}
          initial={{ email: '' }}
          onSubmit={search}
          submitLabel="Find"
          busyLabel="Finding…"
          guard={false}
        >
          <Field name="email" autoComplete="off" width="medium" />
        </Form>
      </Card>
      {user && <UserCard user={user} onEnded={() => setUser({ ...user, sessions: [] })} />}
      {user && <UserActivity key={user.id} userId={user.id} />}
    </>
  );
}

function UserCard({ user, onEnded }: { user: MatchedUser; onEnded: () => void }) {
  const end = useAction(users.endUserSessions);
  const confirm = useConfirm();
  const { fullName, email, role, sessions } = user;
  const endSessions = async () => {
    const isConfirmed = await confirm({
      title: `Log out ${fullName}?`,
      text: `${fullName} is logged out on all devices immediately and can log in again.`,
      action: 'Log out everywhere',
      danger: true,
    });
    if (isConfirmed && (await end.act({ params: { userId: user.id } }))) onEnded();
  };
  const allow = useAction(administrators.allowFullNumbers);
  const { me } = useSession();
  const allowNumbers = async () => {
    const isConfirmed = await confirm({
      title: `Allow ${fullName} more account numbers?`,
      text: `${fullName} can view ${fullNumbersPerDay} more full account numbers today. All administrators receive an email.`,
      action: 'Allow',
    });
    if (isConfirmed) await allow.act({ params: { administratorId: user.id } });
  };
  return (
    <Card title={fullName}>
      <p>
        {roleNames[role]} · {email}
      </p>
      <SessionTable sessions={sessions} />
      <p className="page-actions">
        {sessions.length > 0 && (
          <Button busy={end.running} busyLabel="Logging out…" onClick={() => void endSessions()}>
            Log out everywhere
          </Button>
        )}
        {role === 'systemAdmin' && user.id !== me?.userId && (
          <Button busy={allow.running} busyLabel="Allowing…" onClick={() => void allowNumbers()}>
            Allow {fullNumbersPerDay} more account numbers
          </Button>
        )}
      </p>
    </Card>
  );
}
