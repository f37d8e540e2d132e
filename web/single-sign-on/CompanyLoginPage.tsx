import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { ownAddress } from '../../shared/users/sign-in-attempts.ts';
import { pathTo } from '../app/addresses.ts';
import { callApi } from '../app/api.ts';
import { homeOf } from '../app/page.ts';
import { browserSecret, sendProviderProof } from '../app/provider-login.ts';
import { useSession } from '../app/session.tsx';
import { CallError, requestFailed } from '../platform/call-error.ts';
import { Button } from '../ui/Button.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { EmptyState, SkeletonLines } from '../ui/states.tsx';

export type Trial = Extract<ResponseOf<typeof singleSignOn.completeOwnLogin>, { result: 'trial' }>;
type Completed = ResponseOf<typeof singleSignOn.completeLogin | typeof singleSignOn.completeOwnLogin>;

interface Notice {
  icon: IconName;
  title: string;
  text: string;
}

/** Sends the query that the provider returned, with the secret of the browser that started the log-in. */
async function complete(search: string): Promise<Completed> {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  if (!state)
    throw new CallError({ status: 422, message: 'This log-in has expired or was completed before.' });
  const ticket = query.get('ticket');
  const response = ticket === null ? { query: search.slice(1) } : { ticket };
  const request = { body: { state, browserSecret: browserSecret(), ...response } };
  return state.startsWith('own.')
    ? callApi(singleSignOn.completeOwnLogin, request)
    : callApi(singleSignOn.completeLogin, request);
}

/** Returns the function that opens the next page of a completed log-in, or returns the notice to display. */
function useNextPage(): (completed: Completed) => Promise<Notice | undefined> {
  const { signIn, role } = useSession();
  const navigate = useNavigate();
  return async (completed) => {
    const open = (path: string | undefined, state?: unknown) =>
      navigate(path ?? pathTo('home'), { replace: true, state });
    switch (completed.result) {
      case 'signed in': {
        const result = await signIn('', { accepted: completed });
        const home = 'me' in result ? homeOf[result.me.role] : undefined;
        await open(ownAddress(completed.redirectUrl, window.location.origin) ?? home);
        return undefined;
      }
      case 'enroll':
        await open(ownAddress(completed.address, window.location.origin));
        return undefined;
      case 'trial': {
        const { partnerId } = completed;
        const isManager = role === 'partnerManager';
        const path = isManager ? pathTo('managerSingleSignOn') : pathTo('partnerSingleSignOn', { partnerId });
        await open(path, { trial: completed });
        return undefined;
      }
      case 'proof':
        await sendProviderProof(completed.proof);
        window.close();
        return {
          icon: 'check-circle',
          title: 'Your identity is confirmed',
          text: 'Close this window and continue in the other one.',
        };
      case 'confirm by email':
        return {
          icon: 'mail',
          title: 'Check your email',
          text: `You already have an account. The link in our email to ${completed.email} connects it with your employer’s log-in. Check your spam folder too.`,
        };
      default:
        return {
          icon: 'clock',
          title: 'Your request was sent',
          text: 'You are not on your employer’s list yet. Your HR manager decides, and we email you the result.',
        };
    }
  };
}

/** The page to which identity providers return: completes the log-in and opens the next page. */
export default function CompanyLoginPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { loading, me } = useSession();
  // the query is removed from the address and from the browser's history
  const [response] = useState(search);
  useEffect(() => {
    if (search) void navigate(pathTo('companyLogin'), { replace: true });
  }, [search, navigate]);
  const [notice, setNotice] = useState<Notice>();
  const [failure, setFailure] = useState<CallError>();
  const openNextPage = useNextPage();
  const next = useRef(openNextPage);
  useEffect(() => void (next.current = openNextPage));
  const run = useCallback(() => {
    setFailure(undefined);
    const onFailure = (error: unknown) =>
      setFailure(error instanceof CallError ? error : new CallError({ status: 500, message: requestFailed }));
    complete(response)
      .then((completed) => next.current(completed))
      .then(setNotice)
      .catch(onFailure);
  }, [response]);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (loading || hasStarted.current) return;
    hasStarted.current = true;
    run();
  }, [loading, run]);
  if (notice) return <EmptyState wholePage {...notice} />;
  if (!failure)
    return (
      <>
        <PageTitle>Logging in…</PageTitle>
        <SkeletonLines lines={3} />
      </>
    );
  const logIn = () => void navigate(me ? homeOf[me.role] : '/?login=true');
  return (
    <div role="alert">
      <EmptyState
        wholePage
        icon="warning"
        title="This log-in was not completed"
        text={failure.message}
        action={
          <>
            {/* without a response, the provider's response is still valid */}
            <Button kind="primary" icon="retry" onClick={failure.status === 0 ? run : logIn}>
              Try again
            </Button>
            {!me && <Button onClick={logIn}>Use a password</Button>}
          </>
        }
      />
    </div>
  );
}
