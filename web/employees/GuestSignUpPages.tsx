import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { employees } from '../../shared/contracts/employees.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { usePublicEndpoint } from '../app/refetch.ts';
import { FormOnUse } from '../app/replay-input.ts';
import { CallError } from '../platform/call-error.ts';
import { InvalidLink, useLinkAction } from '../site/EmailedButtonPages.tsx';
import { Sent } from '../site/Sent.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import '../site/visitor-forms.css';
import './employees.css';

const templateOf = ({ domains, requiresCodeWord }: ResponseOf<typeof employees.signUpForm>) =>
  domains.length === 0 ? 'signUpWithCodeWord' : requiresCodeWord ? 'signUpWithBoth' : 'signUpWithDomains';

/** The public form of a partner's sign-up link. */
export function SignUpPage() {
  const { linkToken = '' } = useParams();
  const { data, error, retrying, reload } = usePublicEndpoint<typeof employees.signUpForm>(
    '/signuplinks/{linkToken}',
    linkToken,
  );
  const [email, setEmail] = useState<string>();
  if (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <EmptyState
        wholePage
        icon="mail"
        title="This sign-up link does not work"
        text="It was replaced or turned off, or part of the address is missing. Your employer has the current link."
      />
    );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <div className="guest-sign-up">
      <PageHeading
        title={`Join the program of ${data.partnerName}`}
        lead="Sign up for the fitness program of your employer. It takes a minute."
      />
      <Card>
        {email !== undefined && (
          <Sent
            title="Check your email"
            text={`Open the link in the email that we sent to ${email}. The link expires in three days. No email after a few minutes? Check your spam folder and the address.`}
            action={<Button onClick={() => setEmail(undefined)}>Change my entries</Button>}
          />
        )}
        <div hidden={email !== undefined}>
          <Suspense>
            <FormOnUse
              template={templateOf(data)}
              texts={{ partnerName: data.partnerName, domains: data.domains.join(' or ') }}
              load={async () => (await import('./SignUpForm.tsx')).SignUpForm}
              props={{ linkToken, form: data, onSent: setEmail }}
            />
          </Suspense>
        </div>
      </Card>
    </div>
  );
}

/** The page of the emailed link: a button, because email scanners open links. */
export function ConfirmSignUpPage() {
  const { token = '' } = useParams();
  const confirm = useLinkAction(
    async () => (await import('../../shared/contracts/employees.ts')).employees.confirmSignUp,
  );
  const [result, setResult] = useState<ResponseOf<typeof employees.confirmSignUp>>();
  const send = async () => setResult(await confirm.run({ body: { token } }));
  if (confirm.isInvalid)
    return (
      <InvalidLink text="It has expired, or your employer closed the sign-up. Your sign-up was not confirmed. Sign up again with the current link of your employer." />
    );
  if (result) return <Confirmed result={result} />;
  return (
    <>
      <PageHeading
        title="Confirm your sign-up"
        lead="Confirm that this is your email address. Your employer receives your sign-up with this step."
      />
      <Card>
        <div className="page-actions">
          <Button kind="action" busy={confirm.running} busyLabel="Confirming…" onClick={() => void send()}>
            Confirm my sign-up
          </Button>
        </div>
      </Card>
    </>
  );
}

const Confirmed = ({
  result: { partnerName, name, email, isMember },
}: {
  result: ResponseOf<typeof employees.confirmSignUp>;
}) =>
  isMember ? (
    <EmptyState
      wholePage
      icon="check-circle"
      title="You are already in the program"
      text={`${email} has a membership of ${partnerName}. Log in if you accepted its invitation. Otherwise, search your inbox for the invitation, or request it from your employer.`}
      action={
        <Link className={buttonClass('primary')} to={pathTo('home', {}, { login: 'true' })}>
          Log in
        </Link>
      }
    />
  ) : (
    <EmptyState
      wholePage
      icon="check-circle"
      title="Your sign-up was received"
      text={`${partnerName} reviews the sign-up of ${name}. You get an invitation at ${email} when it is confirmed. Is the name wrong? Sign up again.`}
    />
  );
