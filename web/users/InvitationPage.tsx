import { useNavigate, useParams } from 'react-router-dom';
import { newPasswordForm } from '../../shared/enrollment/invitation.ts';
import { users } from '../../shared/users/contract.ts';
import { badLink } from '../../shared/users/emailed-link.ts';
import type { Role } from '../../shared/roles.ts';
import { CallError } from '../app/call-error.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { homeOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';

const places: Partial<Record<Role, string>> = {
  systemAdmin: 'an administrator of Wellport',
  partnerManager: 'a manager of',
  facilityManager: 'the manager of',
};

/** Where an invited manager or administrator chooses a password. */
export default function InvitationPage() {
  const { token = '' } = useParams();
  const accept = useAction(users.acceptInvitation);
  const { enter } = useSession();
  const navigate = useNavigate();
  const { data, error, retrying, reload } = useEndpoint(users.invitation, { params: { token } });
  if (error instanceof CallError && error.status === 404)
    return <EmptyState wholePage icon="mail" title="This invitation link does not work" text={badLink} />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={5} />;
  return (
    <>
      <PageHeading
        title={`Welcome, ${data.firstName}`}
        lead={`You were added as ${[places[data.role], data.managed].filter(Boolean).join(' ')}.`}
      />
      <Card title="Choose a password">
        <p>
          You log in with your email address, <strong>{data.email}</strong>, and this password.
        </p>
        <Form
          schema={newPasswordForm}
          initial={{ password: '', confirmPassword: '' }}
          submitLabel="Accept the invitation"
          busyLabel="Saving…"
          submitKind="action"
          safe="Your invitation is still good."
          guard={false}
          onSubmit={async (body) => {
            const { email } = await accept.run({ params: { token }, body });
            try {
              const entry = await enter(email, { password: body.password });
              await navigate('me' in entry ? homeOf[data.role] : '/?login=true', { replace: true });
            } catch {
              // the password is set: whatever kept this login back, the popup can do it
              await navigate('/?login=true', { replace: true });
            }
          }}
        >
          <Field
            name="password"
            autoComplete="new-password"
            width="medium"
            hint="8 to 30 symbols, with at least one letter and one digit."
          />
          <Field name="confirmPassword" autoComplete="new-password" width="medium" />
        </Form>
      </Card>
    </>
  );
}
