import { Link } from 'react-router-dom';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import type { bankFileColumns } from '../../shared/bank-files/bank-file.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import './bank-files.css';
import { FileStatus } from './SendingPopup.tsx';

type Row = ResponseOf<typeof bankFiles.list>['items'][number];

const columns: readonly Column<Row>[] = [
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
  const [{ filter, sortBy = 'startedAt', sortOrder = 'desc' }, change] = useAddress(
    'filter',
    'sortBy',
    'sortOrder',
  );
  const list = useList(bankFiles.list, {
    query: {
      filter,
      sortBy: sortBy as (typeof bankFileColumns)[number],
      sortOrder: sortOrder as SortOrder,
    },
  });
  return (
    <>
      <PageHeading title="Bank files" lead="Every file that was made for the bank, and where it is now." />
      <SearchBox
        label="Search by file name"
        value={filter ?? ''}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="Bank files"
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
            text={filter ? 'No matching files.' : 'Bank files appear here after you send payments.'}
            action={
              !filter && (
                <Link className={buttonClass('primary')} to={pathTo('paymentsPart')}>
                  Go to payments
                </Link>
              )
            }
          />
        }
      />
    </>
  );
}
