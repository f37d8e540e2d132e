import { Link } from 'react-router-dom';
import { facilities } from '../../../shared/facilities/contract.ts';
import { facilityRowColumns, type FacilityRow } from '../../../shared/facilities/facility-row.ts';
import { canBeFound, cannotBeFound } from '../../../shared/search.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAddress } from '../../app/address.ts';
import { useList } from '../../app/data.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/Table.tsx';
import type { Column, SortOrder } from '../../ui/table-column.tsx';
import { ClubStatusBadge } from './ClubStatusBadge.tsx';

const columns: readonly Column<FacilityRow>[] = [
  {
    key: 'name',
    title: 'Facility',
    sortable: true,
    render: ({ id, name }) => <Link to={pathTo('facility', { facilityId: id })}>{name}</Link>,
  },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true },
  { key: 'city', title: 'City', sortable: true },
  { key: 'state', title: 'State', sortable: true },
  {
    key: 'enrollmentStatus',
    title: 'Status',
    sortable: true,
    render: (row) => <ClubStatusBadge {...row} />,
  },
  { key: 'isAf', title: 'AF', sortable: true },
  { key: 'isPpv', title: 'Pay per visit', detail: true },
  {
    key: 'hasAccount',
    title: 'Bank account',
    render: ({ hasAccount }) => (hasAccount ? 'Yes' : 'Missing'),
  },
];

const importLink = (
  <Link className={buttonClass('action')} to={pathTo('importFacilities')}>
    Import facilities
  </Link>
);

export default function ClubsPage() {
  const [{ filter = '', sortBy, sortOrder }, change] = useAddress('filter', 'sortBy', 'sortOrder');
  const isGood = canBeFound(filter);
  const order = facilityRowColumns.find((column) => column === sortBy) ?? 'name';
  const list = useList(
    facilities.listAll,
    isGood ? { query: { filter, sortBy: order, sortOrder: sortOrder as SortOrder | undefined } } : null,
  );
  return (
    <>
      <PageHeading
        title="Facilities"
        lead="Where members train, and where dues are paid to."
        actions={importLink}
      />
      <SearchBox
        label="Search by name, ID, city or ZIP code"
        value={filter}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        caption="Facilities"
        captionHidden
        columns={columns}
        rowKey={({ id }) => id}
        sortBy={filter === '' ? order : undefined}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, direction) => change({ sortBy: by, sortOrder: direction })}
        empty={
          <EmptyState
            title="No data found"
            text={
              !isGood
                ? cannotBeFound
                : filter
                  ? 'No facility matches this search.'
                  : 'Import a file of facilities to begin.'
            }
            action={filter ? undefined : importLink}
          />
        }
      />
    </>
  );
}
