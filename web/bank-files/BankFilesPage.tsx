import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { InboxEntryRow } from '../../shared/bank-files/inbox-file.ts';
import { periodName } from '../../shared/calendar.ts';
import { useAddress } from '../app/address.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { refetch } from '../app/refetch.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import './bank-files.css';
import { EntryDecisionPopup } from './EntryDecisionPopup.tsx';
import { entryColumns } from './inbox-columns.tsx';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { Money } from '../ui/formatted-text.tsx';
import { FileStatus } from './SendingPopup.tsx';

export function ReviewPage() {
  const [chosen, setChosen] = useState<InboxEntryRow>();
  return (
    <ListPage
      endpoint={bankFiles.listOpenEntries}
      request={{}}
      download={boundRequest(bankFiles.downloadOpenEntries, {})}
      title="To review"
      lead="Entries from the bank that match no payment, and cases that need a decision."
      columns={[
        ...entryColumns,
        {
          key: 'action',
          title: 'Action',
          pinned: 'end',
          render: (entry) => (
            <Button small onClick={() => setChosen(entry)}>
              {entry.status === 'case' ? 'Close case' : 'Decide'}
            </Button>
          ),
        },
      ]}
      defaultSort="deadline"
      rowKey={({ inboxFileId, position }) => `${inboxFileId} ${position}`}
      search={{ label: 'Search by name, code or trace number' }}
      below={
        chosen && (
          <EntryDecisionPopup
            entry={chosen}
            onClose={(decided) => {
              setChosen(undefined);
              if (decided) void refetch(bankFiles.listOpenEntries);
            }}
          />
        )
      }
      empty={{
        icon: 'check-circle',
        title: 'Nothing to review',
        text: 'Every entry from the bank was matched and processed.',
        action: (
          <Link className={buttonClass('primary')} to={pathTo('receivedFiles')}>
            Go to received files
          </Link>
        ),
        searched: { title: 'No data found', text: 'No matching entries.' },
      }}
    />
  );
}

const columns: readonly ListColumn<typeof bankFiles.list>[] = [
  {
    key: 'name',
    title: 'File',
    sortable: true,
    render: ({ id, name }) => (
      <Link className="bank-link" to={pathTo('bankFile', { bankFileId: id })}>
        {name}
      </Link>
    ),
  },
  {
    key: 'bankFlow',
    title: 'Payments',
    sortable: true,
    render: ({ bankFlow }) => bankFlowTable[bankFlow].label,
  },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <FileStatus status={status} /> },
  {
    key: 'total',
    title: 'Total',
    kind: 'money',
    render: ({ debit, credit }) => <Money cents={debit + credit} />,
  },
  { key: 'effectiveDate', title: 'Effective', kind: 'date', sortable: true },
  { key: 'startedAt', title: 'Sent', kind: 'date', sortable: true },
];

export default function BankFilesPage() {
  const [{ waiting }] = useAddress('waiting');
  return (
    <ListPage
      endpoint={bankFiles.list}
      request={waiting === undefined ? {} : { query: { waitingPeriodId: waiting } }}
      // the download contains all files
      {...(waiting === undefined && { download: boundRequest(bankFiles.downloadFiles, {}) })}
      title="Bank files"
      lead={
        waiting === undefined ? (
          'All files for the bank, with their status.'
        ) : (
          <>
            Files of {periodName(waiting)} that wait for the bank’s acknowledgement.{' '}
            <Link className="bank-link" to={pathTo('bankFiles')}>
              Show all files
            </Link>
          </>
        )
      }
      isFiltered={waiting !== undefined}
      columns={columns}
      defaultSort="startedAt"
      defaultOrder="desc"
      rowKey={({ id }) => id}
      search={{ label: 'Search by file name' }}
      empty={{
        icon: 'bank',
        text: 'Bank files appear here after you send payments.',
        action: (
          <Link className={buttonClass('primary')} to={pathTo('paymentsPart')}>
            Go to payments
          </Link>
        ),
        searched: {
          text:
            waiting === undefined
              ? 'No matching files.'
              : `No file of ${periodName(waiting)} waits for the acknowledgement.`,
        },
      }}
    />
  );
}
