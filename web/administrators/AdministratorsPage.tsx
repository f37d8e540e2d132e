import { Link, useNavigate } from 'react-router-dom';
import { administrators } from '../../shared/contracts/administrators.ts';
import { invitedUserForm } from '../../shared/users/invited-user.ts';
import { useAddress } from '../app/address.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { linkGoesHere, UserFields } from '../users/UserFields.tsx';
import { integrations } from '../../shared/contracts/integrations.ts';
import { useSession } from '../app/session.tsx';
import { EmptyState } from '../ui/states.tsx';
import { UserTable } from '../users/UserTable.tsx';

const list = pathTo('administrators');

export function AddAdministratorPage() {
  const invite = useAction(administrators.invite);
  const navigate = useNavigate();
  return (
    <>
      <PageHeading
        title="Invite administrator"
        lead="Administrators manage all partners, members, and payments, and send payments to the bank. If there is a second administrator, the invitation is sent after their approval."
      />
      <Card>
        <Form
          schema={invitedUserForm}
          initial={{ firstName: '', lastName: '', email: '' }}
          submitLabel="Send invitation"
          busyLabel="Sending…"
          submitKind="action"
          actions={
            <Link className={buttonClass()} to={list}>
              Cancel
            </Link>
          }
          onSubmit={async (body) => {
            await invite.run({ body });
            await navigate(list);
          }}
        >
          <UserFields emailHint={linkGoesHere} />
        </Form>
      </Card>
    </>
  );
}

const question = (name: string) => ({
  title: `Remove ${name}?`,
  text: `Another administrator must approve the removal. If there is none, it becomes effective after 72 hours, unless ${name} objects. An invitation that was not accepted is withdrawn immediately. All administrators receive an email.`,
  action: 'Remove',
});

const Lead = ({ isSingle }: { isSingle: boolean }) => (
  <>
    Administrators manage all partners, members, and payments, and send payments to the bank.
    {isSingle && (
      <>
        {' '}
        <Link className="bank-link" to={list}>
          Show all administrators
        </Link>
      </>
    )}
  </>
);

export default function AdministratorsPage() {
  const [{ user }] = useAddress('user');
  const all = useEndpoint(administrators.list, {});
  const users = user === undefined ? all : { ...all, data: all.data?.filter(({ id }) => id === user) };
  const invite = useAction(administrators.invite);
  const approve = useAction(administrators.approve);
  const remove = useAction(administrators.remove);
  const revoke = useAction(integrations.revokeCreated);
  const cancelRemoval = useAction(administrators.cancelRemoval);
  const { me } = useSession();
  return (
    <>
      <PageHeading
        title="Administrators"
        lead={<Lead isSingle={user !== undefined} />}
        actions={
          <>
            <Link className={buttonClass()} to={pathTo('findUser')}>
              Find a user
            </Link>
            <Link className={buttonClass('action')} to={pathTo('addAdministrator')}>
              Invite administrator
            </Link>
          </>
        }
      />
      <UserTable
        caption="Administrators"
        users={users}
        myId={me?.userId}
        onInvite={({ firstName, lastName, email }) => invite.act({ body: { firstName, lastName, email } })}
        onApprove={({ id }) => approve.act({ params: { administratorId: id } })}
        onRemove={({ id }) => remove.act({ params: { administratorId: id } })}
        onCancelRemoval={({ id }) => cancelRemoval.act({ params: { administratorId: id } })}
        onRevokeCreated={({ id }) => revoke.act({ body: { userId: id, owner: 'all' } })}
        question={question}
        empty={
          user === undefined ? (
            <EmptyState title="No data found" text="Invite the first administrator." />
          ) : (
            <EmptyState
              title="No longer in the list"
              text="The invitation or the administrator was removed."
            />
          )
        }
      />
    </>
  );
}
