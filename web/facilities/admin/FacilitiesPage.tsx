import { Link } from 'react-router-dom';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { pathTo } from '../../app/addresses.ts';
import { ListPage, type ListColumn } from '../../app/ListPage.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { FacilityStatusBadge } from './FacilityStatusBadge.tsx';

const columns: readonly ListColumn<typeof facilities.listAll>[] = [
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
    render: (row) => <FacilityStatusBadge {...row} />,
  },
  { key: 'isAf', title: 'AF', sortable: true },
  { key: 'isPpv', title: 'Pay per visit', detail: true },
  { key: 'hasAccount', title: 'Bank account', render: ({ hasAccount }) => (hasAccount ? 'Yes' : 'Missing') },
];

const importLink = (
  <Link className={buttonClass('action')} to={pathTo('importFacilities')}>
    Import facilities
  </Link>
);

export default function FacilitiesPage() {
  return (
    <ListPage
      endpoint={facilities.listAll}
      request={{}}
      title="Facilities"
      lead="The facilities where members train and to which payments are made."
      actions={
        <>
          <Link className={buttonClass()} to={pathTo('addFacility')}>
            Add facility
          </Link>
          {importLink}
        </>
      }
      columns={columns}
      defaultSort="name"
      rowKey={({ id }) => id}
      search={{ label: 'Search by name, ID, city, or ZIP code', wordsOnly: true, order: 'unsorted' }}
      empty={{
        text: 'Import a file of facilities to start.',
        action: importLink,
        searched: { text: 'No facility matches this search.' },
      }}
    />
  );
}
