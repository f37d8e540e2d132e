import { Link } from 'react-router-dom';
import { partners } from '../../shared/contracts/partners.ts';
import { pathTo } from '../app/addresses.ts';
import { PartnerName } from '../app/MemberName.tsx';
import { PagedListPage, type ListColumn } from '../app/ListPage.tsx';
import { buttonClass } from '../ui/Button.tsx';

const columns: readonly ListColumn<typeof partners.list>[] = [
  { key: 'partnerNumber', title: 'Partner ID', sortable: true },
  {
    key: 'name',
    title: 'Partner Name',
    sortable: true,
    render: ({ id, name }) => <PartnerName partnerId={id} name={name} />,
  },
  { key: 'programs', title: 'Programs', sortable: true },
  { key: 'city', title: 'City', sortable: true },
  { key: 'state', title: 'State', sortable: true },
  { key: 'country', title: 'Country', sortable: true, detail: true },
  {
    key: 'administer',
    title: 'Administer',
    pinned: 'end',
    render: ({ id, name }) => (
      <Link to={pathTo('partnerDashboard', { partnerId: id })} aria-label={`Administer ${name}`}>
        Administer
      </Link>
    ),
  },
];

export default function PartnersPage() {
  return (
    <PagedListPage
      endpoint={partners.list}
      request={{}}
      title="Partners"
      lead="Employers and insurers with Wellport programs."
      actions={
        <Link className={buttonClass('action')} to={pathTo('addPartner')}>
          Add Partner
        </Link>
      }
      columns={columns}
      defaultSort="partnerNumber"
      rowKey={({ id }) => id}
      search={{ label: 'Search by name, ID, or city' }}
      empty={{ text: 'To begin, add the first partner.', searched: { text: 'No matching partners.' } }}
    />
  );
}
