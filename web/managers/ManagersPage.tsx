import { Link } from 'react-router-dom';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { managers } from '../../shared/managers/contract.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { PartnerFrame, type Partner } from '../partners/PartnerFrame.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

type Row = ResponseOf<typeof managers.list>[number];

const badges = {
  active: <StatusBadge color="green" label="Can log in" />,
  invited: <StatusBadge color="yellow" label="Not accepted yet" />,
  leaving: <StatusBadge color="beet" label="Delete again to finish" />,
} as const;

export default function ManagersPage() {
  return <PartnerFrame>{(partner) => <Managers partner={partner} />}</PartnerFrame>;
}

function Managers({ partner }: { partner: Partner }) {
  const { data, error, loading, retrying, reload } = useEndpoint(managers.list, {
    query: { partnerId: partner.id },
  });
  const here = `/partnerowner/partners/${partner.id}/partnerInfo/managers`;
  const columns: readonly Column<Row>[] = [
    { key: 'firstName', title: 'First Name' },
    { key: 'lastName', title: 'Last Name' },
    { key: 'email', title: 'Email' },
    { key: 'status', title: 'Login', render: ({ status }) => badges[status] },
    {
      key: 'actions',
      title: 'Actions',
      stay: 'end',
      render: (row) => <Actions row={row} partner={partner} here={here} onDone={reload} />,
    },
  ];
  return (
    <>
      <PageHeading
        title="Partner Managers"
        lead={`They see and manage the members of ${partner.name}.`}
        actions={
          <Link className={buttonClass('action')} to={`${here}/add`}>
            Add Manager
          </Link>
        }
      />
      <Table
        caption="Partner Managers"
        captionHidden
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={loading}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        empty={
          <EmptyState
            title="No data found"
            text="Add the first manager. Until then only administrators manage this partner."
          />
        }
      />
    </>
  );
}

interface ActionsProps {
  row: Row;
  partner: Partner;
  here: string;
  onDone: () => void;
}

function Actions({ row, partner, here, onDone }: ActionsProps) {
  const remove = useAction(managers.delete);
  const invite = useAction(managers.invite);
  const confirm = useConfirm();
  const name = `${row.firstName} ${row.lastName}`;
  const ask = async () => {
    const isSure = await confirm({
      title: 'Are you sure you want to delete this user?',
      text: `${name} is logged out at once and can no longer log in. Members and payments stay as they are.`,
      action: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    await remove.act({ params: { managerId: row.id } });
    // also after a failure: the record may be out already, and says so
    onDone();
  };
  const { firstName, lastName, email } = row;
  return (
    <span className="page-actions">
      {row.status === 'invited' && (
        <Button
          small
          busy={invite.running}
          busyLabel="Sending…"
          onClick={() => void invite.act({ body: { partnerId: partner.id, firstName, lastName, email } })}
        >
          Send again
        </Button>
      )}
      {row.status !== 'leaving' && (
        <Link
          className={buttonClass('plain', true)}
          to={`${here}/edit/${row.id}`}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Link>
      )}
      <Button small kind="danger" busy={remove.running} busyLabel="Deleting…" onClick={() => void ask()}>
        Delete<span className="hidden-text"> {name}</span>
      </Button>
    </span>
  );
}
