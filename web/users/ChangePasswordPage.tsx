import { users } from '../../shared/contracts/users.ts';
import { useAction } from '../app/data.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { maxInProfile } from '../../shared/fields.ts';
import { changePasswordForm } from '../../shared/users/passwords.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

export default function ChangePasswordPage() {
  const { signOut, me } = useSession();
  const { run } = useAction(users.changePassword);
  const confirm = useConfirm();

  const submit = async (body: typeof empty) => {
    const isConfirmed = await confirm({
      title: 'Change your password?',
      text: 'You will be logged out on every device. Then log in with the new password.',
      action: 'Change my password',
    });
    if (!isConfirmed) return false;
    await run({ body });
    await signOut('/?login=true');
    return true;
  };
  return (
    <>
      <PageHeading title="Change password" />
      {me?.mustChangePassword && (
        <p className="alert alert-info">
          Someone else chose the password that you logged in with, and it works only once. Choose your own to
          continue.
        </p>
      )}
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
          <NewPasswordFields name="newPassword" max={maxInProfile} />
        </Form>
      </Card>
    </>
  );
}
