import { Link, useNavigate } from 'react-router-dom';
import { partners } from '../../shared/contracts/partners.ts';
import { newPartnerId } from '../../shared/partners/partner.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import { PartnerName } from '../app/MemberName.tsx';
import { PagedListPage, type ListColumn } from '../app/ListPage.tsx';

const list = pathTo('partners');

export function AddPartnerPage() {
  const save = useAction(partners.save);
  const navigate = useNavigate();
  return (
    <>
      <PageHeading
        title="Add Partner"
        lead="An employer or insurer. Add the bank account and program next."
      />
      <Card>
        <Form
          schema={partners.save.body}
          initial={{ id: newPartnerId, country: 'USA', programTypes: [] }}
          submitLabel="Add partner"
          submitKind="action"
          busyLabel="Adding…"
          onSubmit={async (body) => {
            await save.run({ body });
            await navigate(list);
          }}
          actions={
            <Link className={buttonClass()} to={list}>
              Cancel
            </Link>
          }
        >
          <PartnerFields />
        </Form>
      </Card>
    </>
  );
}

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
