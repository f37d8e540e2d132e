import { useState } from 'react';
import { Link, useParams, useNavigate, useSearchParams } from 'react-router-dom';
import type { enrollment } from '../../shared/contracts/enrollment.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { enrollmentDuration, invitationSentences } from '../../shared/users/link-texts.ts';
import { pathTo } from '../app/addresses.ts';
import { showFailure } from '../app/notices.ts';
import { homeOf } from '../app/page.ts';
import { usePublicEndpoint } from '../app/refetch.ts';
import { useSession } from '../app/session.tsx';
import { CallError } from '../platform/call-error.ts';
import { showDate } from '../platform/time-and-chance.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { AcceptAtProvider, ChoosePassword } from '../users/ChoosePassword.tsx';
import './enrollment.css';

export default function InvitationPage() {
  const { token = '' } = useParams();
  const { data, error, retrying, reload } = usePublicEndpoint<typeof enrollment.invitation>(
    '/invitations/{token}',
    token,
  );
  if (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <EmptyState
        wholePage
        icon="mail"
        title="This invitation link does not work"
        text="It was canceled or replaced by a newer invitation, or part of the address is missing. Open the link in your newest invitation email, or request a new invitation from your employer or insurer."
        action={<LogIn />}
      />
    );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={5} />;
  if (data.status !== 'open')
    return (
      <EmptyState
        wholePage
        icon="mail"
        title={data.status === 'used' ? 'Welcome back' : 'This invitation has expired'}
        text={invitationSentences[data.status]}
        action={data.status === 'used' && <LogIn />}
      />
    );
  return (
    <div className="invitation">
      <PageHeading
        title={`Welcome, ${data.firstName}`}
        lead={`${data.partnerName} invites you to its fitness program. The invitation is good until ${showDate(data.expiresOn)}.`}
      />
      <Card title="Your membership">
        {data.offer && <p>{data.offer}</p>}
        <p>
          Accept the invitation, choose a club near you, and sign the agreement. It takes {enrollmentDuration}
          .
        </p>
      </Card>
      <Acceptance token={token} invited={data} />
    </div>
  );
}

interface AcceptanceProps {
  token: string;
  invited: ResponseOf<typeof enrollment.invitation>;
}

function Acceptance({ token, invited: data }: AcceptanceProps) {
  const [isOtherBrowser, setOtherBrowser] = useState(false);
  return data.isWithoutPassword && (!data.hasAccount || !data.isIdentified || isOtherBrowser) ? (
    <AcceptAtProvider invitation={token} employer={data.partnerName} home={homeOf.member} />
  ) : data.hasAccount ? (
    <Join
      token={token}
      email={data.email}
      employer={data.isWithoutPassword ? data.partnerName : undefined}
      onOtherBrowser={() => setOtherBrowser(true)}
    />
  ) : (
    <ChoosePassword
      email={data.email}
      token={token}
      home={homeOf.member}
      loadEndpoint={async () =>
        (await import('../../shared/contracts/enrollment.ts')).enrollment.acceptInvitation
      }
    />
  );
}

const passwordNote = (employer: string | undefined): string =>
  employer === undefined
    ? 'Your password stays as it is.'
    : `From then on, you log in with the log-in of ${employer}, which opens your account.`;

function LogIn() {
  const { role } = useSession();
  const [, setSearch] = useSearchParams();
  return role === 'member' ? (
    <Link className={buttonClass('primary')} to={homeOf.member}>
      Go to your membership
    </Link>
  ) : (
    <Button kind="primary" onClick={() => setSearch({ login: 'true' })}>
      Log in
    </Button>
  );
}

interface JoinProps {
  token: string;
  email: string;
  /** An employer with a log-in that replaces the password. */
  employer: string | undefined;
  onOtherBrowser: () => void;
}

function Join({ token, email, employer, onOtherBrowser }: JoinProps) {
  const { role } = useSession();
  const [joining, setJoining] = useState(false);
  const navigate = useNavigate();
  if (role !== 'member')
    return (
      <Card title="You have an account already">
        <p>
          Log in as {email} to add this membership to your account. {passwordNote(employer)}
        </p>
        <p>
          <LogIn />
        </p>
      </Card>
    );
  const add = async () => {
    setJoining(true);
    try {
      const [{ enrollment }, { callApi }, { browserSecret }] = await Promise.all([
        import('../../shared/contracts/enrollment.ts'),
        import('../app/api.ts'),
        import('../app/provider-login.ts'),
      ]);
      const browser = { browserSecret: browserSecret() };
      const { memberId } = await callApi(enrollment.joinWithInvitation, { params: { token }, body: browser });
      // the person's memberships are read again with the whole site
      window.location.assign(pathTo('memberHome', {}, { member: memberId }));
    } catch (error) {
      showFailure(error);
      setJoining(false);
      if (employer === undefined) await navigate('.', { replace: true });
      else onOtherBrowser();
    }
  };
  return (
    <Card title="Add this membership to your account">
      <p>You see all your memberships in one place. {passwordNote(employer)}</p>
      <p>
        <Button kind="action" busy={joining} busyLabel="Adding…" onClick={() => void add()}>
          Add membership
        </Button>
      </p>
    </Card>
  );
}
