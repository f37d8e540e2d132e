import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../app/notices.ts';
import { authClient } from '../app/auth-client.ts';
import { FormOnUse } from '../app/replay-input.ts';
import { FormAlert } from '../ui/FormAlert.tsx';
import { Popup } from '../ui/Popup.tsx';
import type { SignInProps, SignInStep } from './SignInPopup.tsx';

const plainLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200);

/**
 * Opens the login popup for `?login=true`, the header's button, and any 401 response; its code loads at the first use. An
 * `error` in the address is shown as text, in the popup if it is open, and removed from the address (spec 1 §2.1).
 */
export function SignIn() {
  const [search, setSearch] = useSearchParams();
  const [path, setPath] = useState<string>();
  const open = search.get('login') === 'true';
  const message = search.get('error');
  const change = useCallback(
    (edit: (query: URLSearchParams) => void) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          edit(after);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  useEffect(() => authClient.onSignInRequest(() => change((query) => query.set('login', 'true'))), [change]);
  if (open && message !== null && message !== path) setPath(message);
  useEffect(() => {
    if (message === null) return;
    const line = plainLine(message);
    if (!open && line) notify.error(line);
    change((query) => query.delete('error'));
  }, [message, open, change]);
  if (!open) return null;
  const close = () => {
    setPath(undefined);
    change((query) => ['login', 'error', 'redirectUrl'].forEach((name) => query.delete(name)));
  };
  return (
    <Suspense>
      <SignInPopup
        reason={path && plainLine(path)}
        redirectUrl={search.get('redirectUrl') ?? undefined}
        onClose={close}
      />
    </Suspense>
  );
}

interface PopupProps extends Pick<SignInProps, 'redirectUrl' | 'onClose'> {
  /** Why the visitor was redirected. */
  reason: string | undefined;
}

type Code = Record<'LogInForm' | 'NextStep', ComponentType<SignInProps>>;

function SignInPopup({ reason, redirectUrl, onClose }: PopupProps) {
  const [code, setCode] = useState<Code>();
  const [step, setStep] = useState<SignInStep>({ at: 'log in', userName: '' });
  // the reason for the redirect is outdated after an attempt
  const [hasAttempted, setAttempted] = useState(false);
  const onAttempt = useCallback(() => setAttempted(true), []);
  const props = { step, onStep: setStep, onAttempt, redirectUrl, onClose };
  if (code && step.at !== 'log in') return <code.NextStep {...props} />;
  const message = (step.at === 'log in' && step.error) || (hasAttempted ? undefined : reason);
  return (
    <Popup open title="Log in" size="small" onClose={onClose}>
      <FormAlert failure={message ? { message } : undefined} />
      <LogIn code={code} onCode={setCode} {...props} />
    </Popup>
  );
}

interface LogInProps extends SignInProps {
  code: Code | undefined;
  onCode: (code: Code) => void;
}

function LogIn({ code, onCode, ...props }: LogInProps) {
  const [loaded] = useState(code);
  const load = async () => {
    const { LogInForm, NextStep } = await import('./SignInPopup.tsx');
    onCode({ LogInForm, NextStep });
    return LogInForm;
  };
  return loaded ? <loaded.LogInForm {...props} /> : <FormOnUse template="logIn" load={load} props={props} />;
}
