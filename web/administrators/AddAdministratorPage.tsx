import { Link, useNavigate } from 'react-router-dom';
import { administrators } from '../../shared/contracts/administrators.ts';
import { invitedUserForm } from '../../shared/users/invited-user.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { linkGoesHere, UserFields } from '../users/UserFields.tsx';

const list = pathTo('administrators');

export default function AddAdministratorPage() {
  const invite = useAction(administrators.invite);
  const navigate = useNavigate();
  return (
    <>
      <PageHeading
        title="Invite administrator"
        lead="Administrators manage all partners, members, and payments, and send payments to the bank. If there is a second administrator, the invitation is sent after their approval."
      />
      <Card>
        <Form
          schema={invitedUserForm}
          initial={{ firstName: '', lastName: '', email: '' }}
          submitLabel="Send invitation"
          busyLabel="Sending…"
          submitKind="action"
          actions={
            <Link className={buttonClass()} to={list}>
              Cancel
            </Link>
          }
          onSubmit={async (body) => {
            await invite.run({ body });
            await navigate(list);
          }}
        >
          <UserFields emailHint={linkGoesHere} />
        </Form>
      </Card>
    </>
  );
}
