import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { inboxEntryColumns, InboxEntryRow } from '../../shared/bank-files/inbox/inbox-file.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { SortOrder } from '../ui/table-column.tsx';
import './bank-files.css';
import { EntryDecisionPopup } from './EntryDecisionPopup.tsx';
import { entryColumns } from './inbox-columns.tsx';

export default function ReviewPage() {
  const [{ filter, sortBy = 'deadline', sortOrder = 'asc' }, change] = useAddress(
    'filter',
    'sortBy',
    'sortOrder',
  );
  const [chosen, setChosen] = useState<InboxEntryRow>();
  const list = useList(bankFiles.listOpenEntries, {
    query: {
      filter,
      sortBy: sortBy as (typeof inboxEntryColumns)[number],
      sortOrder: sortOrder as SortOrder,
    },
  });
  return (
    <>
      <PageHeading
        title="To review"
        lead="Entries from the bank that fit no payment, and cases that need you."
      />
      <SearchBox
        label="Search by name, code or trace number"
        value={filter ?? ''}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="To review"
        captionHidden
        columns={[
          ...entryColumns,
          {
            key: 'action',
            title: 'Action',
            stay: 'end',
            render: (entry) => (
              <Button small onClick={() => setChosen(entry)}>
                {entry.status === 'case' ? 'Close case' : 'Decide'}
              </Button>
            ),
          },
        ]}
        rowKey={({ inboxFileId, position }) => `${inboxFileId} ${position}`}
        sortBy={sortBy}
        sortOrder={sortOrder as SortOrder}
        onSort={(by, order) => change({ sortBy: by, sortOrder: order })}
        empty={
          <EmptyState
            icon="check-circle"
            title={filter ? 'No data found' : 'Nothing to review'}
            text={filter ? 'No matching entries.' : 'Every entry from the bank was matched and processed.'}
            action={
              !filter && (
                <Link className={buttonClass('primary')} to={pathTo('receivedFiles')}>
                  Go to received files
                </Link>
              )
            }
          />
        }
      />
      {chosen && (
        <EntryDecisionPopup
          entry={chosen}
          onClose={(decided) => {
            setChosen(undefined);
            if (decided) list.reload();
          }}
        />
      )}
    </>
  );
}
