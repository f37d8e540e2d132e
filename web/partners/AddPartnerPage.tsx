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

const list = pathTo('partners');

export default function AddPartnerPage() {
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
