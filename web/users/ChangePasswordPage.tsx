import { users } from '../../shared/users/contract.ts';
import { changePasswordForm } from '../../shared/users/passwords.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** For everybody with an area of their own; a changed password ends every session, so it asks first. */
export default function ChangePasswordPage() {
  const { signOut } = useSession();
  const { run } = useAction(users.changePassword);
  const confirm = useConfirm();

  const submit = async (body: typeof empty) => {
    const sure = await confirm({
      title: 'Change your password?',
      text: 'You are logged out on this and every other device, and log in again with the new password.',
      action: 'Change my password',
    });
    if (!sure) return false;
    await run({ body });
    await signOut('/?login=true');
    return true;
  };
  return (
    <>
      <PageHeading title="Change password" />
      <Card>
        <Form
          schema={changePasswordForm}
          initial={empty}
          onSubmit={submit}
          submitLabel="Change password"
          busyLabel="Changing…"
          safe="Your password was not changed."
          guard={false}
        >
          <Field name="oldPassword" autoComplete="current-password" width="medium" />
          <NewPasswordFields name="newPassword" />
        </Form>
      </Card>
    </>
  );
}
