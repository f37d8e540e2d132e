import { administratorForm } from '../../../shared/administrators/administrator.ts';
import type { ClubManager } from '../../../shared/facilities/club-managers/contract.ts';
import { facilities } from '../../../shared/facilities/contract.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Field } from '../../ui/Field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';
import { ClubFrame } from './ClubFrame.tsx';

const badges = {
  active: <StatusBadge color="green" label="Can log in" />,
  invited: <StatusBadge color="yellow" label="Not accepted yet" />,
  leaving: <StatusBadge color="beet" label="Remove again to finish" />,
} as const;

export default function ClubManagersPage() {
  return <ClubFrame>{({ club }) => <Managers facilityId={club.id} />}</ClubFrame>;
}

function Managers({ facilityId }: { facilityId: string }) {
  const params = { facilityId };
  const { data, error, loading, retrying, reload } = useEndpoint(facilities.managers, { params });
  const invite = useAction(facilities.inviteManager);
  return (
    <>
      <Table
        caption="Managers of this facility"
        captionHidden
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={loading}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        columns={[
          { key: 'firstName', title: 'First Name' },
          { key: 'lastName', title: 'Last Name' },
          { key: 'email', title: 'Email' },
          { key: 'status', title: 'Login', render: ({ status }) => badges[status] },
          {
            key: 'actions',
            title: 'Actions',
            stay: 'end',
            render: (row) => <Actions row={row} facilityId={facilityId} onDone={reload} />,
          },
        ]}
        empty={
          <EmptyState
            icon="user"
            title="No managers yet"
            text="Invite one. Managers see this club's members and payments, and import its check-ins."
          />
        }
      />
      <Card title="Invite a manager">
        <Form
          key={data?.length}
          schema={administratorForm}
          initial={{ firstName: '', lastName: '', email: '' }}
          submitLabel="Send the invitation"
          busyLabel="Sending…"
          needsChange
          onSubmit={async (body) => {
            await invite.run({ params, body });
            reload();
          }}
        >
          <div className="form-grid">
            <Field name="firstName" autoComplete="off" />
            <Field name="lastName" autoComplete="off" />
            <Field name="email" autoComplete="off" hint="The link to choose a password is emailed here." />
          </div>
        </Form>
      </Card>
    </>
  );
}

function Actions(props: { row: ClubManager; facilityId: string; onDone: () => void }) {
  const { row, facilityId, onDone } = props;
  const remove = useAction(facilities.removeManager);
  const invite = useAction(facilities.inviteManager);
  const confirm = useConfirm();
  const { id, firstName, lastName, email } = row;
  const name = `${firstName} ${lastName}`;
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: `${name} is logged out at once and can no longer log in. What ${name} did stays in the records.`,
      action: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await remove.act({ params: { facilityId, managerId: id } });
    // also after a failure: the record may be out already, and says so
    onDone();
  };
  return (
    <span className="row-actions">
      {row.status === 'invited' && (
        <Button
          small
          busy={invite.running}
          busyLabel="Sending…"
          onClick={() => void invite.act({ params: { facilityId }, body: { firstName, lastName, email } })}
        >
          Send again<span className="hidden-text"> to {name}</span>
        </Button>
      )}
      <Button small kind="danger" busy={remove.running} busyLabel="Removing…" onClick={() => void ask()}>
        Remove<span className="hidden-text"> {name}</span>
      </Button>
    </span>
  );
}
