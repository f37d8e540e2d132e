import { useState } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { fullNumbersPerDay } from '../../shared/administrators/administrator.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { users } from '../../shared/contracts/users.ts';
import { findUserForm } from '../../shared/users/session-contract.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SessionTable } from './SessionTable.tsx';
import { UserActivity } from './UserActivity.tsx';

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
          <Button
            kind="danger"
            busy={end.running}
            busyLabel="Logging out…"
            onClick={() => void endSessions()}
          >
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
