import { Link } from 'react-router-dom';
import * as z from 'zod';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { inboxKinds, type inboxFileColumns } from '../../shared/bank-files/inbox/inbox-file.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useAction, useList } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { fileField } from '../ui/file-field.ts';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import './bank-files.css';
import { InboxFileStatusBadge } from './inbox-columns.tsx';
import { InboxProgress } from './InboxProgress.tsx';

type Row = ResponseOf<typeof bankFiles.listReceived>['items'][number];

const endings = ['.ach', '.txt', '.nacha', '.ret', '.noc', '.dat', '.csv'];
const largest = 4_000_000;
const form = z.object({
  file: fileField({
    label: 'File from the bank',
    accept: endings,
    maxBytes: largest,
    tooLarge: 'This file is larger than 4 MB. Ask the bank to split it, then send the parts.',
  }),
});

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'File',
    sortable: true,
    render: ({ id, name }) => (
      <Link className="bank-link" to={pathTo('receivedFile', { inboxFileId: id })}>
        {name || 'Without a name'}
      </Link>
    ),
  },
  {
    key: 'kind',
    title: 'Kind',
    sortable: true,
    render: ({ kind }) => inboxKinds.find(({ id }) => id === kind)?.name,
  },
  { key: 'entryCount', title: 'Entries', kind: 'number' },
  { key: 'open', title: 'To review', kind: 'number' },
  { key: 'receivedAt', title: 'Received', kind: 'date', sortable: true },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    render: ({ status }) => <InboxFileStatusBadge status={status} />,
  },
];

export default function ReceivedFilesPage() {
  const [{ filter, sortBy = 'receivedAt', sortOrder = 'desc', job }, change] = useAddress(
    'filter',
    'sortBy',
    'sortOrder',
    'job',
  );
  const receive = useAction(bankFiles.receiveReturns);
  const list = useList(bankFiles.listReceived, {
    query: {
      filter,
      sortBy: sortBy as (typeof inboxFileColumns)[number],
      sortOrder: sortOrder as SortOrder,
    },
  });
  return (
    <>
      <PageHeading
        title="Received files"
        lead="What the bank sent back: returns, account changes and acknowledgements. The same file twice changes nothing."
      />
      <Card title="Add a file from the bank">
        <Form
          key={job ?? 'none'}
          schema={form}
          submitLabel="Process file"
          busyLabel="Uploading…"
          submitKind="action"
          guard={false}
          safe="Nothing was changed."
          onSubmit={async ({ file }) => {
            if (!file) return;
            const { jobId } = await receive.run({ body: {} }, { files: { file } });
            list.reload();
            change({ job: jobId ?? undefined });
          }}
        >
          <Field name="file" kind="file" accept={endings} maxBytes={largest} />
        </Form>
        {job && <InboxProgress jobId={job} onDone={list.reload} />}
      </Card>
      <SearchBox
        label="Search by file name"
        value={filter ?? ''}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="Received files"
        captionHidden
        columns={columns}
        rowKey={({ id }) => id}
        sortBy={sortBy}
        sortOrder={sortOrder as SortOrder}
        onSort={(by, order) => change({ sortBy: by, sortOrder: order })}
        empty={
          <EmptyState
            icon="bank"
            title="No data found"
            text={filter ? 'No matching files.' : 'Files from the bank appear here after you add them above.'}
          />
        }
      />
    </>
  );
}
