import { Link } from 'react-router-dom';
import { partners } from '../../shared/partners/contract.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { firstPage, usePagedList } from '../app/paged-list.ts';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import type { ResponseOf } from '../../shared/endpoint.ts';

type Row = ResponseOf<typeof partners.list>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'partnerNumber', title: 'Partner ID', sortable: true },
  { key: 'name', title: 'Partner Name', sortable: true },
  { key: 'programs', title: 'Programs', sortable: true },
  { key: 'city', title: 'City', sortable: true },
  { key: 'state', title: 'State', sortable: true },
  { key: 'country', title: 'Country', sortable: true, detail: true },
  {
    key: 'administer',
    title: 'Administer',
    stay: 'end',
    render: ({ id, name }) => (
      <Link to={pathTo('partnerDashboard', { partnerId: id })} aria-label={`Administer ${name}`}>
        Administer
      </Link>
    ),
  },
];

export default function PartnersPage() {
  const [{ filter, sortBy, sortOrder }, change] = useAddress('filter', 'sortBy', 'sortOrder');
  const list = usePagedList(partners.list, { query: { filter, sortBy, sortOrder } });
  return (
    <>
      <PageHeading
        title="Partners"
        lead="Employers and insurers whose people use Wellport."
        actions={
          <Link className={buttonClass('action')} to={pathTo('addPartner')}>
            Add Partner
          </Link>
        }
      />
      <SearchBox
        label="Search by name, ID or city"
        value={filter ?? ''}
        onChange={(text) => change({ ...firstPage, filter: text })}
      />
      <Table
        {...list}
        caption="Partners"
        captionHidden
        columns={columns}
        rowKey={({ id }) => id}
        sortBy={sortBy ?? 'partnerNumber'}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, order) => change({ ...firstPage, sortBy: by, sortOrder: order })}
        empty={
          <EmptyState
            title="No data found"
            text={filter ? 'No partner matches this search.' : 'Add the first partner to begin.'}
          />
        }
      />
    </>
  );
}
