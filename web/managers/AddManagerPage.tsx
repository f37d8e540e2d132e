import { Link, useNavigate } from 'react-router-dom';
import { managers } from '../../shared/contracts/managers.ts';
import { invitedManagerForm, newManagerForm } from '../../shared/managers/manager.ts';
import { maxInProfile } from '../../shared/fields.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { NewPasswordFields } from '../users/NewPasswordFields.tsx';
import { UserFields } from '../users/UserFields.tsx';

const ways = [
  { id: 'invitation', name: 'Email an invitation link' },
  { id: 'password', name: 'Enter a password' },
];

export default function AddManagerPage() {
  return (
    <PartnerFrame>
      {(partner) => (
        <>
          <PageHeading
            title="Add New Partner Manager"
            lead={`Managers log in with their email and manage ${partner.name} only.`}
          />
          <AddManager partnerId={partner.id} />
        </>
      )}
    </PartnerFrame>
  );
}

function AddManager({ partnerId }: { partnerId: string }) {
  const invite = useAction(managers.invite);
  const create = useAction(managers.create);
  const navigate = useNavigate();
  const [{ access }, change] = useAddress('access');
  const list = pathTo('managers', { partnerId });
  const shared = {
    busyLabel: 'Adding…',
    submitKind: 'action' as const,
    actions: (
      <Link className={buttonClass()} to={list}>
        Cancel
      </Link>
    ),
  };
  const empty = { partnerId, firstName: '', lastName: '', email: '', access: 'full' };
  return (
    <Card>
      <LabeledSelect
        label="Password"
        options={ways}
        value={access ?? 'invitation'}
        onChange={(way) => change({ access: way === 'password' ? way : undefined })}
      />
      {access === 'password' ? (
        <Form
          {...shared}
          key="password"
          schema={newManagerForm}
          initial={{ ...empty, password: '', confirmPassword: '' }}
          submitLabel="Add manager"
          onSubmit={async (body) => {
            await create.run({ body });
            await navigate(list);
          }}
        >
          <UserFields />
          <Field name="access" />
          <NewPasswordFields max={maxInProfile} />
        </Form>
      ) : (
        <Form
          {...shared}
          key="invitation"
          schema={invitedManagerForm}
          initial={empty}
          submitLabel="Add and invite"
          onSubmit={async (body) => {
            await invite.run({ body });
            await navigate(list);
          }}
        >
          <UserFields />
          <Field name="access" />
        </Form>
      )}
    </Card>
  );
}
