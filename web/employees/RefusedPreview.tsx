import type { UploadCheck } from '../../shared/employees/files/upload-check.ts';
import { Table } from '../ui/Table.tsx';

const linesOf = ({ lines, count }: UploadCheck['reasons'][number]) =>
  `${lines.map((line) => line.toLocaleString('en-US')).join(', ')}${count > lines.length ? ', …' : ''}`;

/** Reasons for failed rows of a checked file, and the first failed rows. */
export function RefusedPreview({ found: { reasons, refused, refusedRows } }: { found: UploadCheck }) {
  if (refused === 0) return null;
  return (
    <>
      <Table
        rows={reasons}
        totalCount={undefined}
        compact
        caption="Why rows are refused"
        rowKey={({ reason }) => reason}
        columns={[
          { key: 'reason', title: 'Reason', wrap: true },
          { key: 'count', title: 'Rows', kind: 'number' },
          { key: 'lines', title: 'Lines', wrap: true, render: linesOf },
        ]}
      />
      <details>
        <summary>
          {refused > refusedRows.length
            ? `Show the first ${refusedRows.length} refused rows`
            : 'Show the refused rows'}
        </summary>
        <Table
          rows={refusedRows}
          totalCount={undefined}
          compact
          caption="Refused rows"
          captionHidden
          rowKey={({ line }) => String(line)}
          columns={[
            { key: 'line', title: 'Line', kind: 'number' },
            { key: 'name', title: 'Employee', render: ({ name }) => name || '–' },
            { key: 'email', title: 'Email' },
            { key: 'reason', title: 'Reason', wrap: true },
          ]}
        />
      </details>
    </>
  );
}
