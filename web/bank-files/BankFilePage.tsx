import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { periodName } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import './bank-files.css';
import { fileColumns, hasValidation, markColumn, validatedColumn } from './file-columns.tsx';
import { ReverseFile } from './ReverseFile.tsx';
import { ResolveFile } from './ResolveFile.tsx';
import { FileStatus } from './SendingPopup.tsx';

type File = ResponseOf<typeof bankFiles.get>;

const unsent = {
  payments: 'All payments are Pending again.',
  prenotes: 'The accounts will be in the next prenotes.',
  reversal: 'The payments are unchanged.',
} as const;

export default function BankFilePage() {
  const { bankFileId = '' } = useParams();
  const { pages, failed, ...list } = usePages(bankFiles.get, { params: { bankFileId }, query: {} });
  const [reversing, setReversing] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const file = pages[0];
  if (failed) return <FailedState {...failed} />;
  return (
    <>
      <Heading id={bankFileId} file={file} />
      {file?.reason && <Reason file={file} />}
      {file && (
        <ReverseFile
          file={file}
          chosen={chosen}
          isOpen={reversing}
          onOpen={setReversing}
          onDone={list.reload}
        />
      )}
      {file?.status === 'unknown' && (
        <ResolveFile key={file.resolution?.askedAt} file={file} onDone={list.reload} />
      )}
      <Card title="File details">{file ? <About file={file} /> : <SkeletonLines lines={5} />}</Card>
      <Card title="Attempts">{file ? <Attempts file={file} /> : <SkeletonLines lines={1} />}</Card>
      <Table
        caption={file?.purpose === 'prenotes' ? 'Prenotes in this file' : 'Payments in this file'}
        compact
        columns={[
          ...fileColumns,
          ...(pages.some(({ lines }) => lines.some(hasValidation)) ? [validatedColumn] : []),
          ...(reversing || file?.reversal?.confirmedBy === null ? [markColumn(chosen, setChosen)] : []),
        ]}
        {...list}
        rows={pages.flatMap(({ lines }) => lines)}
        rowKey={({ trace }) => trace}
        empty={
          <EmptyState
            icon="file"
            title="No data found"
            text={
              file?.status === 'canceled'
                ? 'This file was canceled and has no payments.'
                : 'Its payments are being reserved.'
            }
          />
        }
      />
    </>
  );
}

const Heading = ({ id: bankFileId, file }: { id: string; file: File | undefined }) => (
  <PageHeading
    title={file?.name ?? 'Bank file'}
    lead={
      <Link className="bank-link" to={pathTo('bankFiles')}>
        All bank files
      </Link>
    }
    actions={
      <>
        <FileStatus status={file?.status} />
        <DownloadButton of={boundRequest(bankFiles.downloadFileEntries, { params: { bankFileId } })} />
      </>
    }
  />
);

const Reason = ({ file }: { file: File }) => (
  <div className={`alert alert-${file.status === 'unknown' ? 'warning' : 'error'}`}>
    <Icon name="warning" />
    <div>
      <p className="alert-title">{file.reason}</p>
      {file.status === 'canceled' && <p>Nothing was sent. {unsent[file.purpose ?? 'payments']}</p>}
    </div>
  </div>
);

const About = ({ file }: { file: File }) => (
  <>
    <DescriptionList
      items={[
        ['Payments', bankFlowTable[file.bankFlow].label],
        ...(file.purpose === 'prenotes'
          ? [['Content', 'Prenotes of new and changed accounts'] as const]
          : [['Period', periodName(file.filter.periodId)] as const]),
        ...(file.purpose === 'reversal' ? [['Content', 'Reversal of an earlier file'] as const] : []),
        ...(file.reversal?.bankFileId
          ? [
              [
                'Reversed by',
                <Link
                  key="reversal"
                  className="bank-link"
                  to={pathTo('bankFile', { bankFileId: file.reversal.bankFileId })}
                >
                  Its reversal
                </Link>,
              ] as const,
            ]
          : []),
        ['Entries', file.lineCount.toLocaleString('en-US')],
        ['Total debits', <Money key="debit" cents={file.debit} />],
        ['Total credits', <Money key="credit" cents={file.credit} />],
        ['Effective date', <DateText key="effective" date={file.effectiveDate} />],
        ['Sent by', file.sentByName],
        ...(file.approvedByName ? [['Confirmed by', file.approvedByName] as const] : []),
        ['Started', <DateText key="started" date={file.startedAt} />],
        ['Last change', <DateText key="changed" date={file.statusAt} />],
        ['File ID modifier', file.fileIdModifier],
        ...(file.statement
          ? [
              [
                'On the statement',
                <Link
                  key="statement"
                  className="bank-link"
                  to={pathTo('receivedFile', { inboxFileId: file.statement.inboxFileId })}
                >
                  <DateText date={file.statement.date} />
                </Link>,
              ] as const,
            ]
          : []),
      ]}
    />
    <p className="quiet">
      SHA-256 <code className="bank-hash">{file.fileHash}</code>
    </p>
  </>
);

function Attempts({ file }: { file: File }) {
  if (file.attemptsMade.length === 0) return <p className="quiet">No delivery attempts yet.</p>;
  return (
    <ol className="bank-attempts">
      {file.attemptsMade.map(({ attempt, at, remoteName }) => (
        <li key={attempt}>
          <DateText date={at} /> <span className="quiet">as {remoteName}</span>
        </li>
      ))}
    </ol>
  );
}
