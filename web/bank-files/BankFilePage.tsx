import type { BankFileEntryRow } from '../../shared/bank-files/sent-entry.ts';
import { accountValidations } from '../../shared/bank-files/prenote.ts';
import { memberOfPaymentId } from '../../shared/payments/payment.ts';
import { MemberName } from '../app/MemberName.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { useState } from 'react';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { reversalForm } from '../../shared/bank-files/treasury-contract.ts';
import { isSameReversal, reversalReasons } from '../../shared/bank-files/bank-file.ts';
import { showDate, periodName } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAction } from '../app/data.ts';
import { boundRequest } from '../app/bound-request.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { InboxProgress } from './InboxProgress.tsx';
import { Link, useParams } from 'react-router-dom';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { pathTo } from '../app/addresses.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import './bank-files.css';
import { ResolveFile } from './ResolveFile.tsx';
import { FileStatus } from './SendingPopup.tsx';

const fileColumns: readonly Column<BankFileEntryRow>[] = [
  {
    key: 'name',
    title: 'Name at the bank',
    render: ({ paymentId, name }) => (
      <MemberName memberId={paymentId && memberOfPaymentId(paymentId)} name={name} />
    ),
  },
  { key: 'lastFour', title: 'Account', render: ({ lastFour }) => `xxxxx${lastFour}` },
  { key: 'amount', title: 'Amount', kind: 'money' },
  { key: 'trace', title: 'Trace number', render: ({ trace }) => <span className="number">{trace}</span> },
];

const hasValidation = ({ validatedBy }: BankFileEntryRow): boolean => validatedBy !== undefined;

const validatedColumn: Column<BankFileEntryRow> = {
  key: 'validatedBy',
  title: 'Account validated',
  render: ({ validatedBy }) => accountValidations.find(({ id }) => id === validatedBy)?.name ?? '–',
};

const markColumn = (
  chosen: readonly string[],
  choose: (traces: readonly string[]) => void,
): Column<BankFileEntryRow> => ({
  key: 'mark',
  title: 'Reverse',
  pinned: 'end',
  render: ({ trace, name }) => (
    <input
      type="checkbox"
      aria-label={`Reverse ${name}, ${trace}`}
      checked={chosen.includes(trace)}
      onChange={({ target }) =>
        choose(target.checked ? [...chosen, trace] : chosen.filter((otherTrace) => otherTrace !== trace))
      }
    />
  ),
});

type File = ResponseOf<typeof bankFiles.get>;

interface ReverseFileProps {
  file: File;
  chosen: readonly string[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onDone: () => void;
}

const entries = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;

function ReverseFile({ file, chosen, isOpen, onOpen, onDone }: ReverseFileProps) {
  const reverse = useAction(bankFiles.reverseFile);
  const [jobId, setJobId] = useState<string | null>(null);
  const request = file.reversal?.confirmedBy === null ? file.reversal : null;
  if (jobId)
    return (
      <Card title="Reversal">
        <InboxProgress jobId={jobId} onDone={onDone} />
      </Card>
    );
  if (!isOpen && !request)
    return file.reversibleUntil ? (
      <p>
        <Button onClick={() => onOpen(true)}>Reverse this file</Button>
      </p>
    ) : null;
  const traces = request && chosen.length === 0 ? request.traces : chosen.length > 0 ? [...chosen] : null;
  const canConfirm =
    request !== null &&
    !file.isReversalRequestedByCaller &&
    isSameReversal(request, { reason: request.reason, traces });
  return (
    <Card title="Reverse this file">
      <div className="bank-check">
        {request && <PendingReversal file={file} request={request} />}
        <p>
          The bank reverses {traces ? entries(traces.length) : 'all entries'}, and the payments are Canceled.
          To reverse only some entries, mark them below.
          {file.reversibleUntil && ` The reversal must settle by ${showDate(file.reversibleUntil)}.`}
        </p>
        <Form
          key={`${request?.askedAt ?? ''} ${canConfirm}`}
          schema={reversalForm.omit({ traces: true })}
          initial={{ reason: request?.reason, note: '' }}
          guard={false}
          safe="Nothing was changed."
          submitLabel={canConfirm ? 'Confirm with PIN' : 'Request confirmation'}
          submitKind={canConfirm ? 'action' : 'primary'}
          busyLabel="Saving…"
          actions={!request && <Button onClick={() => onOpen(false)}>Back</Button>}
          onSubmit={async (body) => {
            const params = { bankFileId: file.id };
            const response = await reverse.run({ params, body: { ...body, ...(traces && { traces }) } });
            setJobId(response.jobId);
            onDone();
          }}
        >
          <Field name="reason" />
          <Field name="note" hint="Explain to the other administrator what happened." />
          {canConfirm && <Field name="pin" autoComplete="off" />}
        </Form>
      </div>
    </Card>
  );
}

const PendingReversal = ({ file, request }: { file: File; request: NonNullable<File['reversal']> }) => (
  <p className="bank-message">
    {file.isReversalRequestedByCaller ? 'You' : file.reversalRequestedByName} requested to reverse{' '}
    {request.traces ? entries(request.traces.length) : 'all entries'}:{' '}
    {reversalReasons.find(({ value }) => value === request.reason)?.label.toLowerCase()}. “{request.note}”{' '}
    {file.isReversalRequestedByCaller && 'Another administrator must confirm it with the PIN.'}
  </p>
);

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
