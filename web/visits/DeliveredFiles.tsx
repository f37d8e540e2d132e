import { Link } from 'react-router-dom';
import { visits } from '../../shared/contracts/visits.ts';
import type { CheckInDeliveryRow } from '../../shared/visits/check-in-delivery.ts';
import { useList } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

const statusOf = ({ status, failed }: CheckInDeliveryRow) => {
  if (status === null) return <StatusBadge color="beet" label="Could not be read" />;
  if (status === 'running') return <StatusBadge color="yellow" label="Importing" />;
  if (status === 'failed') return <StatusBadge color="beet" label="Stopped" />;
  return failed > 0 ? (
    <StatusBadge color="orange" label="Rows to correct" />
  ) : (
    <StatusBadge color="green" label="Imported" />
  );
};

const fileOf = ({ jobId, fileName, problem }: CheckInDeliveryRow) =>
  jobId === null ? (
    <>
      {fileName}
      <br />
      <small>{problem} Nothing was imported.</small>
    </>
  ) : (
    <Link to={`?job=${jobId}`}>{fileName}</Link>
  );

const countColumn = (key: 'uploaded' | 'notCounted' | 'removed' | 'failed', title: string) => ({
  key,
  title,
  kind: 'number' as const,
  render: (row: CheckInDeliveryRow) => (row.jobId === null ? '–' : row[key].toLocaleString('en-US')),
});

const columns: readonly Column<CheckInDeliveryRow>[] = [
  { key: 'fileName', title: 'File', render: fileOf },
  { key: 'facilityName', title: 'Facility' },
  { key: 'status', title: 'Status', render: statusOf },
  { key: 'receivedAt', title: 'Received', render: ({ receivedAt }) => <DateText date={receivedAt} /> },
  countColumn('uploaded', 'Counted'),
  countColumn('notCounted', 'Not counted'),
  countColumn('removed', 'Withdrawn'),
  countColumn('failed', 'Failed'),
];

/** Files that systems of clubs delivered, with their results; nothing without a file. */
export function DeliveredFiles() {
  const { role } = useSession();
  const list = useList(visits.deliveries, { query: {} });
  if (list.rows.length === 0 && !list.failed) return null;
  return (
    <Card title="Delivered files">
      <Table
        {...list}
        caption="Delivered check-in files"
        captionHidden
        rowKey={({ id }) => id}
        columns={columns.filter(({ key }) => role === 'systemAdmin' || key !== 'facilityName')}
        empty={null}
      />
    </Card>
  );
}
