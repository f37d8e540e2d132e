import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { users } from '../../shared/contracts/users.ts';
import type { Role } from '../../shared/roles.ts';
import { showFailure } from '../app/notices.ts';
import { homeOf } from '../app/page.ts';
import { usePublicEndpoint } from '../app/refetch.ts';
import { FormOnUse } from '../app/replay-input.ts';
import { CallError } from '../platform/call-error.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import type { AcceptFormProps } from './NewPasswordFields.tsx';

const roleLabels: Partial<Record<Role, string>> = {
  systemAdmin: 'an administrator of Wellport',
  partnerManager: 'a manager of',
  facilityManager: 'the manager of',
  member: 'a member of Wellport',
};

/** The page of a new administrator's or manager's emailed link. */
export default function UserInvitationPage() {
  const { token = '' } = useParams();
  const { data, error, retrying, reload } = usePublicEndpoint<typeof users.invitation>(
    '/user/invitation/{token}',
    token,
  );
  if (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <EmptyState
        wholePage
        icon="mail"
        title="This invitation link does not work"
        text="It was used, replaced by a newer one, or has expired, or part of the address is missing. If you chose a password already, log in. Otherwise, request a new invitation from the person who invited you."
        action={
          <Link className={buttonClass()} to="/?login=true">
            Log in
          </Link>
        }
      />
    );
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
          token={token}
          home={homeOf[data.role]}
          loadEndpoint={async () => (await import('../../shared/contracts/users.ts')).users.acceptInvitation}
        />
      )}
    </>
  );
}

interface ChoosePasswordProps extends Omit<AcceptFormProps, 'endpoint'> {
  email: string;
  loadEndpoint: () => Promise<AcceptFormProps['endpoint']>;
}

export const ChoosePassword = ({ email, loadEndpoint, ...props }: ChoosePasswordProps) => (
  <Card title="Choose a password">
    <p>
      Your user name is your email address, <strong>{email}</strong>.
    </p>
    <Suspense>
      <FormOnUse
        template="newPassword"
        props={{}}
        load={async () => {
          const [endpoint, { AcceptForm }] = await Promise.all([
            loadEndpoint(),
            import('./NewPasswordFields.tsx'),
          ]);
          return () => <AcceptForm endpoint={endpoint} {...props} />;
        }}
      />
    </Suspense>
  </Card>
);

interface AtProviderProps {
  /** Token of the invitation. */
  invitation: string;
  employer: string;
  home: string;
}

/** Accepts an invitation by the log-in of an employer that requires it, without a password. */
export function AcceptAtProvider({ invitation, employer, home }: AtProviderProps) {
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const { startLogin } = await import('../app/provider-login.ts');
      const { address } = await startLogin({ invitation }, home);
      // without a provider since the page was opened, the reloaded page requests a password
      if (address === null) window.location.reload();
      else window.location.assign(address);
    } catch (error) {
      showFailure(error);
      setOpening(false);
    }
  };
  return (
    <Card title="You need no password">
      <p>You log in to Wellport with the log-in of {employer}, now and from then on.</p>
      <p>
        <Button kind="action" busy={opening} busyLabel="Opening…" onClick={() => void open()}>
          Continue with {employer}
        </Button>
      </p>
    </Card>
  );
}
