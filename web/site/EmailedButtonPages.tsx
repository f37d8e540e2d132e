import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { notify, showFailure } from '../app/notices.ts';
import { useSession } from '../app/session.tsx';
import { CallError } from '../platform/call-error.ts';
import { showDate } from '../platform/time-and-chance.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState } from '../ui/states.tsx';

// The pages of emailed links act by a button, because email scanners open links.

/** The request of an emailed link, of which the contract and the code load at its first use. */
export function useLinkAction<Row extends Endpoint>(load: () => Promise<Row>) {
  const [running, setRunning] = useState(false);
  // used, replaced, expired, or with a part of the address missing
  const [isInvalid, setInvalid] = useState(false);
  const run = async (request: ClientRequest<Row>): Promise<ResponseOf<Row> | undefined> => {
    setRunning(true);
    try {
      const [endpoint, { callApi }] = await Promise.all([load(), import('../app/api.ts')]);
      const response = await callApi(endpoint, request);
      const { message } = response as { message?: unknown };
      if (typeof message === 'string') notify.success(message);
      return response;
    } catch (error) {
      if (error instanceof CallError && [400, 404].includes(error.status)) setInvalid(true);
      else showFailure(error);
      return undefined;
    } finally {
      setRunning(false);
    }
  };
  return { run, running, isInvalid };
}

/** The end of an emailed link that cannot be used: the cause, and where to go instead. */
export const InvalidLink = ({ text, action }: { text: string; action?: ReactNode }) => (
  <EmptyState wholePage icon="mail" title="This link does not work" text={text} action={action} />
);

const LogIn = () => (
  <Link className={buttonClass()} to="/?login=true">
    Log in
  </Link>
);

/** Stops the emails about visits of a membership, without a login. */
export function StopVisitEmailsPage() {
  const [params] = useSearchParams();
  const [isStopped, setStopped] = useState(false);
  const stop = useLinkAction(
    async () => (await import('../../shared/contracts/visits.ts')).visits.stopEmails,
  );
  const query = { memberId: params.get('memberGuid') ?? '', token: params.get('token') ?? '' };
  const submit = async () => setStopped((await stop.run({ query })) !== undefined);
  if (stop.isInvalid)
    return (
      <InvalidLink
        text="Part of the address is missing, or the membership no longer exists. Open the link in your latest email about visits, or turn the emails off under Visits after you log in."
        action={<LogIn />}
      />
    );
  return (
    <>
      <PageHeading title="Emails about your visits" />
      <Card>
        {isStopped ? (
          <output>
            You no longer receive emails about your visits. You can turn them on again under Visits after you
            log in.
          </output>
        ) : (
          <>
            <p>
              Reminders and emails about your visits stop. Emails about your membership and payments are still
              sent.
            </p>
            <p>
              <Button kind="primary" busy={stop.running} busyLabel="Stopping…" onClick={() => void submit()}>
                Stop emails about visits
              </Button>
            </p>
          </>
        )}
      </Card>
    </>
  );
}

/** Confirms a new or restored email of a manager. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const confirm = useLinkAction(
    async () => (await import('../../shared/contracts/managers.ts')).managers.confirmEmail,
  );
  const { signOut } = useSession();
  const navigate = useNavigate();
  const submit = async () => {
    try {
      if (!(await confirm.run({ params: { token } }))) return;
      await signOut('/?login=true');
      await navigate('/?login=true', { replace: true });
    } catch (error) {
      showFailure(error);
    }
  };
  if (confirm.isInvalid)
    return (
      <InvalidLink
        text="It was used, replaced by a newer one, or has expired. No email was changed with it. Log in to see your current email. If you cannot log in, contact us."
        action={<LogIn />}
      />
    );
  return (
    <>
      <PageHeading
        title="Confirm your email"
        lead="You will log in with the email that received this link."
      />
      <Card>
        <p>You will be logged out on every device. Then log in with this email.</p>
        <p>
          <Button kind="action" busy={confirm.running} busyLabel="Confirming…" onClick={() => void submit()}>
            Confirm this email
          </Button>
        </p>
      </Card>
    </>
  );
}

/** Connects an account with its identity at the provider. */
export function ConfirmLinkPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const confirm = useLinkAction(
    async () => (await import('../../shared/contracts/single-sign-on.ts')).singleSignOn.confirmLink,
  );
  const [token] = useState(hash.slice(1));
  useEffect(() => {
    if (hash) void navigate(pathTo('confirmLink'), { replace: true });
  }, [hash, navigate]);
  const submit = async () => {
    if (await confirm.run({ body: { token } })) await navigate('/?login=true', { replace: true });
  };
  if (confirm.isInvalid || token === '')
    return (
      <InvalidLink
        text="It was used, replaced by a newer one, or has expired, or part of the address is missing. Log in at your employer again, and open the link in the newest email."
        action={<LogIn />}
      />
    );
  return (
    <>
      <PageHeading
        title="Connect your account"
        lead="Then you log in to Wellport with your employer’s log-in."
      />
      <Card>
        <p>Continue only if you just logged in at your employer and requested this link.</p>
        <p>
          <Button kind="action" busy={confirm.running} busyLabel="Connecting…" onClick={() => void submit()}>
            Connect my account
          </Button>
        </p>
      </Card>
    </>
  );
}

export function ConfirmRequestPage() {
  const { token = '' } = useParams();
  const confirm = useLinkAction(
    async () => (await import('../../shared/contracts/privacy.ts')).privacy.confirmRequest,
  );
  const [dueOn, setDueOn] = useState<string>();
  const file = async () => setDueOn((await confirm.run({ body: { token } }))?.dueOn);
  if (confirm.isInvalid)
    return (
      <InvalidLink
        text="It has expired, or part of the address is missing. Nothing was filed with it. File your request again."
        action={
          <Link className={buttonClass()} to={pathTo('dataPrivacyRequest')}>
            Privacy requests
          </Link>
        }
      />
    );
  if (dueOn !== undefined)
    return (
      <EmptyState
        wholePage
        icon="check-circle"
        title="Your request was filed"
        text={`We respond by ${showDate(dueOn)} and emailed you a confirmation.`}
      />
    );
  return (
    <>
      <PageHeading
        title="Confirm the privacy request"
        lead="Confirm that the request comes from you. It is filed with this step."
      />
      <Card>
        <div className="page-actions">
          <Button kind="action" busy={confirm.running} busyLabel="Filing…" onClick={() => void file()}>
            File the request
          </Button>
        </div>
      </Card>
    </>
  );
}
