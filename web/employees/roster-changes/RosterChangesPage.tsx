import { Link, useNavigate } from 'react-router-dom';
import {
  rosterChangeKinds,
  rosterChangeStatuses,
  type RosterChange,
  type RosterChangeKind,
} from '../../../shared/employees/changes/roster-change.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import type { ResponseOf } from '../../../shared/endpoint.ts';
import { useAddress } from '../../app/address.ts';
import { useList } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { partnerPage } from '../../app/partner-page.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column } from '../../ui/table-column.tsx';
import { employeesAddress, rosterChangeAddress } from '../addresses.ts';
import { UploadChange } from './UploadChange.tsx';

export const ChangeStatus = ({ status }: Pick<RosterChange, 'status'>) => {
  const option = rosterChangeStatuses.find(({ id }) => id === status);
  return option ? <StatusBadge color={option.color} label={option.name} /> : null;
};

const kindNames: Record<RosterChangeKind, string> = {
  additions: 'New employees',
  leavers: 'Leavers',
  roster: 'Full roster',
};

type Row = ResponseOf<typeof employees.rosterChanges>['items'][number];

const columnsOf = (addressOf: (id: string) => string): readonly Column<Row>[] => [
  {
    key: 'fileName',
    title: 'File',
    render: ({ id, fileName }) => <Link to={addressOf(id)}>{fileName}</Link>,
  },
  { key: 'kind', title: 'Kind', render: ({ kind }) => kindNames[kind] },
  { key: 'status', title: 'Status', render: (row) => <ChangeStatus status={row.status} /> },
  { key: 'startedAt', title: 'When', render: ({ startedAt }) => <DateText date={startedAt} /> },
  { key: 'startedBy', title: 'Who' },
  { key: 'add', title: 'Added', kind: 'number', render: ({ counts }) => counts.add },
  { key: 'change', title: 'Changed', kind: 'number', render: ({ counts }) => counts.change },
  { key: 'end', title: 'Ended', kind: 'number', render: ({ counts }) => counts.end },
];

function RosterChanges({ partnerId }: { partnerId: string }) {
  const { role } = useSession();
  const navigate = useNavigate();
  const [{ upload }, setAddress] = useAddress('upload');
  const open = rosterChangeKinds.find((kind) => kind === upload);
  const setOpen = (kind: RosterChangeKind | undefined) => setAddress({ upload: kind });
  const list = useList(employees.rosterChanges, { query: { partnerId } });
  return (
    <>
      <PageHeading
        title="Imports"
        lead="Import new employees, employees who leave, or your full roster from files of up to 20 MB. You review every change before it is applied."
        actions={
          <>
            <Link className={buttonClass('plain')} to={employeesAddress(role, partnerId)}>
              Back to employees
            </Link>
            <Button icon="upload" onClick={() => setOpen('additions')}>
              Import employees
            </Button>
            <Button icon="upload" onClick={() => setOpen('leavers')}>
              Upload leavers
            </Button>
            <Button icon="upload" onClick={() => setOpen('roster')}>
              Upload a full roster
            </Button>
          </>
        }
      />
      <Table
        {...list}
        caption="Imports"
        captionHidden
        rowKey={({ id }) => id}
        columns={columnsOf((id) => rosterChangeAddress(role, partnerId, id))}
        empty={
          <EmptyState
            title="No imports yet"
            text="Upload a file to preview added, changed, and ending memberships before you confirm."
          />
        }
      />
      {open && (
        <UploadChange
          partnerId={partnerId}
          kind={open}
          onBegun={(changeId) => void navigate(rosterChangeAddress(role, partnerId, changeId))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

export default partnerPage(RosterChanges);
