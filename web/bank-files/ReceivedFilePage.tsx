import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { inboxKinds, isOpenEntry, type InboxEntryRow } from '../../shared/bank-files/inbox-file.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import './bank-files.css';
import { EntryDecisionPopup } from './EntryDecisionPopup.tsx';
import { fileEntryColumns, InboxFileStatusBadge } from './inbox-columns.tsx';
import { FileStatus } from './SendingPopup.tsx';
import { InboxProgress } from './InboxProgress.tsx';

type File = ResponseOf<typeof bankFiles.getReceived>;

export default function ReceivedFilePage() {
  const { inboxFileId = '' } = useParams();
  const [chosen, setChosen] = useState<InboxEntryRow>();
  const { pages, failed, ...list } = usePages(bankFiles.getReceived, { params: { inboxFileId }, query: {} });
  const { reload } = list;
  const file = pages[0];
  if (failed) return <FailedState {...failed} />;
  return (
    <>
      <PageHeading
        title={file?.name || 'Received file'}
        lead={
          <Link className="bank-link" to={pathTo('receivedFiles')}>
            All received files
          </Link>
        }
        actions={
          <>
            <InboxFileStatusBadge status={file?.status} />
            <DownloadButton
              of={boundRequest(bankFiles.downloadReceivedEntries, { params: { inboxFileId } })}
            />
          </>
        }
      />
      <Card title="File details">{file ? <About file={file} /> : <SkeletonLines lines={4} />}</Card>
      {file?.status === 'reading' && file.jobId && <InboxProgress jobId={file.jobId} onDone={reload} />}
      {file && file.notices.length > 0 && <Notices notices={file.notices} />}
      <Table
        caption="Entries in this file"
        columns={entryColumns(setChosen)}
        {...list}
        rows={pages.flatMap(({ entries }) => entries)}
        rowKey={({ position }) => String(position)}
        empty={<EmptyState icon="file" title="No data found" text={emptyText(file)} />}
      />
      {file && file.missingFiles.length > 0 && (
        <Table
          caption="Our files that are missing from the statement"
          columns={missingColumns}
          rows={file.missingFiles}
          rowKey={({ id }) => id}
        />
      )}
      {chosen && (
        <EntryDecisionPopup
          entry={chosen}
          onClose={(decided) => {
            setChosen(undefined);
            if (decided) reload();
          }}
        />
      )}
    </>
  );
}

const entryColumns = (onChoose: (entry: InboxEntryRow) => void): readonly Column<InboxEntryRow>[] => [
  ...fileEntryColumns,
  {
    key: 'action',
    title: 'Action',
    pinned: 'end',
    render: (entry) =>
      isOpenEntry(entry) && (
        <Button small onClick={() => onChoose(entry)}>
          {entry.status === 'case' ? 'Close case' : 'Decide'}
        </Button>
      ),
  },
];

const missingColumns: readonly Column<File['missingFiles'][number]>[] = [
  {
    key: 'name',
    title: 'File',
    render: ({ id, name }) => (
      <Link className="bank-link" to={pathTo('bankFile', { bankFileId: id })}>
        {name}
      </Link>
    ),
  },
  { key: 'bankFlow', title: 'Payments', render: ({ bankFlow }) => bankFlowTable[bankFlow].label },
  { key: 'effectiveDate', title: 'Effective', kind: 'date' },
  { key: 'amount', title: 'Total', kind: 'money' },
  { key: 'status', title: 'Status', render: ({ status }) => <FileStatus status={status} /> },
];

const emptyText = (file: File | undefined): string =>
  file?.status === 'unreadable'
    ? 'We cannot read this file. It was saved unchanged, and no payment was changed.'
    : file?.kind === 'acknowledgement'
      ? 'An acknowledgment has no entries.'
      : file?.status === 'reading'
        ? 'The file is being processed.'
        : 'This file has no entries.';

const About = ({ file }: { file: File }) => (
  <DescriptionList
    items={[
      ['Kind', inboxKinds.find(({ id }) => id === file.kind)?.name],
      ['Received', <DateText key="received" date={file.receivedAt} />],
      ['Added by', file.receivedByName || 'The bank'],
      ['Entries', file.entryCount.toLocaleString('en-US')],
      ['Processed', file.applied.toLocaleString('en-US')],
      ['Received before', file.repeated.toLocaleString('en-US')],
      ['To review', file.open.toLocaleString('en-US')],
    ]}
  />
);

const Notices = ({ notices }: { notices: readonly string[] }) => (
  <div className="alert alert-warning">
    <Icon name="warning" />
    <div>
      <p className="alert-title">This file is unusual. Each entry was checked individually.</p>
      <ul className="bank-warnings">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </div>
  </div>
);
