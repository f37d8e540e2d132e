import type { ResponseOf } from '../../shared/endpoint.ts';
import { partners } from '../../shared/partners/contract.ts';
import { useList } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

type Row = ResponseOf<typeof partners.activity>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'when', title: 'When', width: '24%', render: ({ when }) => <DateText date={when} /> },
  { key: 'who', title: 'Who', width: '25%' },
  { key: 'text', title: 'What', wrap: true, width: '26%' },
  { key: 'reason', title: 'Reason', wrap: true, width: '25%' },
];

/** What happened to a partner, the latest first. */
export function Activity({ partnerId }: { partnerId: string }) {
  const list = useList(partners.activity, { params: { partnerId }, query: {} });
  return (
    <>
      <PageHeading title="Activity" lead="Who changed what, and when. The latest comes first." />
      <Table
        {...list}
        caption="Activity"
        captionHidden
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No data found" text="Changes appear here as they are made." />}
      />
    </>
  );
}
