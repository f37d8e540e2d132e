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
  const isPassword = access === 'password';
  return (
    <Card>
      <LabeledSelect
        label="Password"
        options={ways}
        value={access ?? 'invitation'}
        onChange={(way) => change({ access: way === 'password' ? way : undefined })}
      />
      <Form
        // one form, so that switching keeps the entries; an invitation does not validate the passwords
        schema={isPassword ? newManagerForm : (invitedManagerForm as unknown as typeof newManagerForm)}
        initial={{
          partnerId,
          firstName: '',
          lastName: '',
          email: '',
          access: 'full',
          password: '',
          confirmPassword: '',
        }}
        submitLabel={isPassword ? 'Add manager' : 'Add and invite'}
        busyLabel="Adding…"
        submitKind="action"
        actions={
          <Link className={buttonClass()} to={list}>
            Cancel
          </Link>
        }
        onSubmit={async ({ password, confirmPassword, ...body }) => {
          if (isPassword) await create.run({ body: { ...body, password, confirmPassword } });
          else await invite.run({ body });
          await navigate(list);
        }}
      >
        <UserFields />
        <Field name="access" />
        {isPassword && <NewPasswordFields max={maxInProfile} />}
      </Form>
    </Card>
  );
}
