import { Link } from 'react-router-dom';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { vouchers } from '../../shared/vouchers/contract.ts';
import { voucherProgramColumns } from '../../shared/vouchers/voucher-program.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import { programAddress } from './addresses.ts';
import './vouchers.css';

type Row = ResponseOf<typeof vouchers.programs>['items'][number];

const columnsOf = (partnerId: string): readonly Column<Row>[] => [
  { key: 'displayName', title: 'Program Name', sortable: true, wrap: true, width: '18%' },
  {
    key: 'publishedOn',
    title: 'State',
    render: ({ publishedOn }) =>
      publishedOn ? (
        <StatusBadge color="green" label="Published" />
      ) : (
        <StatusBadge color="yellow" label="Draft" icon="edit" />
      ),
  },
  { key: 'redemptionValue', title: 'Amount', kind: 'money', sortable: true },
  {
    key: 'startDate',
    title: 'Valid',
    sortable: true,
    render: ({ startDate, endDate }) => (
      <>
        <DateText date={startDate} /> – <DateText date={endDate} />
      </>
    ),
  },
  { key: 'recipients', title: 'Recipients', kind: 'number' },
  { key: 'redeemed', title: 'Redeemed', kind: 'number' },
  {
    key: 'undeliverable',
    title: 'Undeliverable',
    render: ({ undeliverable }) =>
      undeliverable > 0 ? <StatusBadge color="beet" label={undeliverable.toLocaleString('en-US')} /> : '0',
  },
  {
    key: 'open',
    title: 'Open',
    stay: 'end',
    render: ({ id, displayName, publishedOn }) => {
      const word = publishedOn ? 'View' : 'Edit';
      return (
        <Link
          className={buttonClass('plain', true)}
          to={programAddress(partnerId, publishedOn ? 'view' : 'edit', id)}
          aria-label={`${word} ${displayName}`}
        >
          {word}
        </Link>
      );
    },
  },
];

export default function VoucherProgramsPage() {
  return <PartnerFrame>{({ id }) => <Programs partnerId={id} />}</PartnerFrame>;
}

function Programs({ partnerId }: { partnerId: string }) {
  const [{ filter = '', sortBy, sortOrder }, change] = useAddress('filter', 'sortBy', 'sortOrder');
  const order = voucherProgramColumns.find((column) => column === sortBy) ?? 'displayName';
  const direction = sortOrder as SortOrder | undefined;
  const list = useList(vouchers.programs, {
    query: { partnerId, filter, sortBy: order, sortOrder: direction },
  });
  const add = (
    <Link className={buttonClass('action')} to={pathTo('addVoucherProgram', { partnerId })}>
      Add Voucher Program
    </Link>
  );
  return (
    <>
      <PageHeading
        title="Voucher programs"
        lead="A program sends vouchers by email; clubs redeem them by their codes."
        actions={add}
      />
      <SearchBox
        label="Search by program name"
        value={filter}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="Voucher programs"
        captionHidden
        columns={columnsOf(partnerId)}
        rowKey={({ id }) => id}
        sortBy={filter === '' ? order : undefined}
        sortOrder={direction ?? 'asc'}
        onSort={(by, next) => change({ sortBy: by, sortOrder: next })}
        empty={
          <EmptyState
            icon="mail"
            title="No data found"
            text={filter ? 'No matches.' : 'Add a program, upload its recipients, then publish it.'}
          />
        }
      />
    </>
  );
}
