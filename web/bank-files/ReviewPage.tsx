import { useState } from 'react';
import { Link } from 'react-router-dom';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { InboxEntryRow } from '../../shared/bank-files/inbox-file.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { ListPage } from '../app/ListPage.tsx';
import { refetch } from '../app/refetch.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import './bank-files.css';
import { EntryDecisionPopup } from './EntryDecisionPopup.tsx';
import { entryColumns } from './inbox-columns.tsx';

export default function ReviewPage() {
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
