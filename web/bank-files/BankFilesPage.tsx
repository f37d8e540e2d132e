import { Link } from 'react-router-dom';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Money } from '../ui/formatted-text.tsx';
import './bank-files.css';
import { FileStatus } from './SendingPopup.tsx';

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
  return (
    <ListPage
      endpoint={bankFiles.list}
      request={{}}
      download={boundRequest(bankFiles.downloadFiles, {})}
      title="Bank files"
      lead="All files for the bank, with their status."
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
        searched: { text: 'No matching files.' },
      }}
    />
  );
}
