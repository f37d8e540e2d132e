import { Link } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import { pathTo } from '../app/addresses.ts';
import { useList } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { Popup } from '../ui/Popup.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';

export function UploadHistory({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const list = useList(employees.uploads, { query: { partnerId } });
  return (
    <Popup open title="Upload history" size="large" onClose={onClose}>
      <Table
        {...list}
        totalCount={undefined}
        compact
        height="360px"
        caption="Uploads"
        captionHidden
        rowKey={({ jobId }) => jobId}
        columns={[
          {
            key: 'fileName',
            title: 'File',
            render: ({ jobId, fileName, failed }) =>
              failed > 0 ? (
                <Link to={pathTo('uploadResults', {}, { job: jobId, partner: partnerId })}>{fileName}</Link>
              ) : (
                fileName
              ),
          },
          { key: 'when', title: 'When', render: ({ when }) => <DateText date={when} /> },
          { key: 'who', title: 'Who' },
          { key: 'uploaded', title: 'Uploaded', kind: 'number' },
          { key: 'failed', title: 'Failed', kind: 'number' },
        ]}
        empty={<EmptyState title="No uploads yet" text="Upload employees to see them here." />}
      />
    </Popup>
  );
}
