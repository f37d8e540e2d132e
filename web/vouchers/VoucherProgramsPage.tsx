import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { pathTo } from '../app/addresses.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { programAddress } from './addresses.ts';
import './vouchers.css';

const columnsOf = (partnerId: string): readonly ListColumn<typeof vouchers.programs>[] => [
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
    pinned: 'end',
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
  const columns = useMemo(() => columnsOf(partnerId), [partnerId]);
  return (
    <ListPage
      endpoint={vouchers.programs}
      request={{ query: { partnerId } }}
      title="Voucher programs"
      lead="A program sends vouchers by email; clubs redeem them by code."
      actions={
        <Link className={buttonClass('action')} to={pathTo('addVoucherProgram', { partnerId })}>
          Add Voucher Program
        </Link>
      }
      columns={columns}
      defaultSort="displayName"
      rowKey={({ id }) => id}
      search={{ label: 'Search by program name', order: 'unsorted' }}
      empty={{ icon: 'mail', text: 'Add a program, upload its recipients, then publish it.' }}
    />
  );
}
