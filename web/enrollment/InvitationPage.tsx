import { useState } from 'react';
import { Link, useParams, useNavigate, useSearchParams } from 'react-router-dom';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint, useAction } from '../app/data.ts';
import { buttonClass, Button } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { EnrolledContract } from './EnrolledContract.tsx';
import { MembershipPicker, useMembership } from './MembershipPicker.tsx';
import { SignAgain } from './SignAgain.tsx';
import { enrollmentDuration } from '../../shared/enrollment/contract-steps.ts';
import { invitationSentences } from '../../shared/enrollment/invitation.ts';
import { CallError } from '../platform/call-error.ts';
import { homeOf } from '../app/page.ts';
import { browserSecret } from '../app/provider-login.ts';
import { useSession } from '../app/session.tsx';
import { Card } from '../ui/Card.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { AcceptAtProvider, ChoosePassword } from '../users/ChoosePassword.tsx';
import './enrollment.css';

export function LegalContractPage() {
  const { memberId: routeMemberId } = useParams();
  const own = useMembership();
  const memberId = routeMemberId ?? own.memberId;
  const { data, error, retrying, reload } = useEndpoint(
    enrollment.legalContract,
    memberId ? { query: { memberId } } : null,
  );
  if (!memberId) return <EmptyState icon="user" title="You have no membership yet" />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  const picker = routeMemberId === undefined && <MembershipPicker />;
  if (data.facilityId === null)
    return (
      <>
        <PageHeading title="Legal Contract" />
        {picker}
        <EmptyState
          icon="file"
          title="No agreement is signed yet"
          text={`It is signed when ${routeMemberId === undefined ? 'you enroll' : 'the member enrolls'} in a club.`}
          action={
            routeMemberId === undefined && (
              <Link className={buttonClass('primary')} to={pathTo('facilityLocator')}>
                Find Facility
              </Link>
            )
          }
        />
      </>
    );
  return (
    <>
      <EnrolledContract contract={data}>{picker}</EnrolledContract>
      {routeMemberId === undefined && <SignAgain memberId={memberId} />}
    </>
  );
}

export default function InvitationPage() {
  const { token = '' } = useParams();
  const { data, error, retrying, reload } = useEndpoint(enrollment.invitation, { params: { token } });
  const accept = useAction(enrollment.acceptInvitation);
  const [isOtherBrowser, setOtherBrowser] = useState(false);
  if (error instanceof CallError && error.status === 404)
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
      {data.isWithoutPassword && (!data.hasAccount || !data.isIdentified || isOtherBrowser) ? (
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
          home={homeOf.member}
          onAccept={(body) => accept.run({ params: { token }, body })}
        />
      )}
    </div>
  );
}

const passwordNote = (employer: string | undefined): string =>
  employer === undefined
    ? 'Your password stays as it is.'
    : `From then on, you log in with the log-in of ${employer}, which opens your account.`;

function LogIn() {
  const [, setSearch] = useSearchParams();
  return (
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
  const join = useAction(enrollment.joinWithInvitation);
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
    // the person's memberships are read again with the whole site
    const browser = { browserSecret: browserSecret() };
    if (await join.act({ params: { token }, body: browser })) window.location.assign(homeOf.member);
    else if (employer === undefined) await navigate('.', { replace: true });
    else onOtherBrowser();
  };
  return (
    <Card title="Add this membership to your account">
      <p>You see all your memberships in one place. {passwordNote(employer)}</p>
      <p>
        <Button kind="action" busy={join.running} busyLabel="Adding…" onClick={() => void add()}>
          Add membership
        </Button>
      </p>
    </Card>
  );
}
