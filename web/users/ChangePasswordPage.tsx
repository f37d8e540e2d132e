import { useParams } from 'react-router-dom';
import { users } from '../../shared/contracts/users.ts';
import { invalidLink } from '../../shared/users/emailed-link.ts';
import type { Role } from '../../shared/roles.ts';
import { CallError } from '../platform/call-error.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { homeOf } from '../app/page.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { AcceptAtProvider, ChoosePassword } from './ChoosePassword.tsx';
import { maxInProfile } from '../../shared/fields.ts';
import { changePasswordForm } from '../../shared/users/passwords.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

const roleLabels: Partial<Record<Role, string>> = {
  systemAdmin: 'an administrator of Wellport',
  partnerManager: 'a manager of',
  facilityManager: 'the manager of',
  member: 'a member of Wellport',
};

export function InvitationPage() {
  const { token = '' } = useParams();
  const accept = useAction(users.acceptInvitation);
  const { data, error, retrying, reload } = useEndpoint(users.invitation, { params: { token } });
  if (error instanceof CallError && error.status === 404)
    return <EmptyState wholePage icon="mail" title="This invitation link does not work" text={invalidLink} />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={5} />;
  return (
    <>
      <PageHeading
        title={`Welcome, ${data.firstName}`}
        lead={`You were added as ${[roleLabels[data.role], data.managed].filter(Boolean).join(' ')}.`}
      />
      {data.isWithoutPassword ? (
        <AcceptAtProvider
          invitation={token}
          employer={data.managed ?? 'your employer'}
          home={homeOf[data.role]}
        />
      ) : (
        <ChoosePassword
          email={data.email}
          home={homeOf[data.role]}
          onAccept={(body) => accept.run({ params: { token }, body })}
        />
      )}
    </>
  );
}

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
