import { Link } from 'react-router-dom';
import { administrators } from '../../shared/administrators/contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

type Row = ResponseOf<typeof administrators.list>[number];

const badges = {
  active: <StatusBadge color="green" label="Can log in" />,
  invited: <StatusBadge color="yellow" label="Not accepted yet" />,
  leaving: <StatusBadge color="beet" label="Remove again to finish" />,
} as const;

export default function AdministratorsPage() {
  const { data, error, loading, retrying, reload } = useEndpoint(administrators.list, {});
  const { me } = useSession();
  const columns: readonly Column<Row>[] = [
    { key: 'firstName', title: 'First Name' },
    { key: 'lastName', title: 'Last Name' },
    { key: 'email', title: 'Email' },
    { key: 'status', title: 'Login', render: ({ status }) => badges[status] },
    {
      key: 'actions',
      title: 'Actions',
      stay: 'end',
      render: (row) => (row.id === me?.userId ? 'You' : <Actions row={row} onDone={reload} />),
    },
  ];
  return (
    <>
      <PageHeading
        title="Administrators"
        lead="They see every partner, member and payment, and send money to the bank."
        actions={
          <Link className={buttonClass('action')} to="/admin/administrators/add">
            Invite an administrator
          </Link>
        }
      />
      <Table
        caption="Administrators"
        captionHidden
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={loading}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        empty={<EmptyState title="No data found" text="Invite the first administrator." />}
      />
    </>
  );
}

function Actions({ row, onDone }: { row: Row; onDone: () => void }) {
  const remove = useAction(administrators.remove);
  const invite = useAction(administrators.invite);
  const confirm = useConfirm();
  const { firstName, lastName, email } = row;
  const name = `${firstName} ${lastName}`;
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: `${name} is logged out at once and can no longer log in. What ${name} did stays in the records.`,
      action: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await remove.act({ params: { administratorId: row.id } });
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
          onClick={() => void invite.act({ body: { firstName, lastName, email } })}
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
