import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { ownAddress, signInForm } from '../../shared/users/sign-in-attempts.ts';
import { Form } from '../app/form.tsx';
import { homeOf } from '../app/page.ts';
import { startLogin } from '../app/provider-login.ts';
import type { Credentials } from '../app/session-requests.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { CallError } from '../platform/call-error.ts';
import { startTimer } from '../platform/time-and-chance.ts';
import { Captcha } from '../site/Captcha.tsx';
import { ForgotPassword, SignInCode } from '../users/ForgotPassword.tsx';

export type SignInStep =
  | { at: 'log in'; userName: string; error?: string | undefined; needsPassword?: boolean }
  | ({ at: 'provider'; userName: string } & ProviderPage)
  | { at: 'forgot password'; userName: string }
  | { at: 'code'; userName: string; challenge: string };

export interface SignInProps {
  step: SignInStep;
  onStep: (step: SignInStep) => void;
  onAttempt: () => void;
  /** The page to return to; ignored unless it is a page of this site. */
  redirectUrl: string | undefined;
  onClose: () => void;
}

/** Returns the function that logs in, and then opens the next page or requests the second factor. */
function useLogIn({ onStep, onAttempt, redirectUrl, onClose }: SignInProps) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  return async (userName: string, credentials: Credentials) => {
    onAttempt();
    const result = await signIn(userName, credentials, redirectUrl);
    if ('challenge' in result) return onStep({ at: 'code', userName, challenge: result.challenge });
    const target = ownAddress(result.redirectUrl, window.location.origin);
    if (target || window.location.pathname === '/') await navigate(target ?? homeOf[result.me.role]);
    else onClose();
    return undefined;
  };
}

/** The steps after the form, in popups of their own. */
export function NextStep(props: SignInProps) {
  const { step, onStep, onClose } = props;
  const { userName } = step;
  const logIn = useLogIn(props);
  const onPassword = (error?: string) => onStep({ at: 'log in', userName, error, needsPassword: true });
  if (step.at === 'provider')
    return <ProviderStep {...step} onPassword={() => onPassword()} onClose={onClose} />;
  if (step.at === 'forgot password')
    return (
      <ForgotPassword
        userName={userName}
        onClose={onClose}
        onLogIn={(name) => onStep({ at: 'log in', userName: name })}
      />
    );
  return step.at === 'code' ? (
    <SignInCode
      onSubmit={(code) => logIn(userName, { challenge: step.challenge, code })}
      onExpired={onPassword}
      onBack={() => onPassword()}
      onClose={onClose}
    />
  ) : null;
}

interface ProviderPage {
  address: string;
  partnerName: string | null;
}

/**
 * Opens the log-in page of the employer of a user name. Returns undefined for a password, also while the request fails;
 * throws if the provider does not respond, because then a password can be without effect.
 */
async function providerOf(
  userName: string,
  redirectUrl: string | undefined,
): Promise<ProviderPage | undefined> {
  try {
    const { address, partnerName } = await startLogin({ userName }, redirectUrl);
    if (address === null) return undefined;
    window.location.assign(address);
    return { address, partnerName };
  } catch (error) {
    if (!(error instanceof CallError)) return undefined;
    const { status, message, fields } = error;
    if (fields.userName) throw error;
    if (fields.provider || status === 429) throw new CallError({ status, message });
    return undefined;
  }
}

interface ProviderStepProps extends ProviderPage {
  onPassword: () => void;
  onClose: () => void;
}

/** Visible while the browser opens the provider's page, and again when the user comes back. */
const ProviderStep = ({ address, partnerName, onPassword, onClose }: ProviderStepProps) => (
  <Popup
    open
    title="Log in"
    size="small"
    onClose={onClose}
    actions={
      <>
        <Button onClick={() => onPassword()}>Use a password instead</Button>
        <a className={buttonClass('primary')} href={address}>
          Continue
        </a>
      </>
    }
  >
    <output>You log in on the page of {partnerName ?? 'your employer'}, which opens now.</output>
  </Popup>
);

const nameFirst = signInForm.extend({ password: z.string().meta({ title: 'Password' }).optional() });

/** The form in the popup of SignIn.tsx. A user name without a password opens the page of its provider. */
export function LogInForm(props: SignInProps) {
  const { step, onStep, redirectUrl } = props;
  const logIn = useLogIn(props);
  // the last name that was sent
  const [userName, setUserName] = useState(step.userName);
  const [needsPassword, setNeedsPassword] = useState(step.at === 'log in' && step.needsPassword === true);
  const [hasPassword, setHasPassword] = useState(false);
  const [captcha, setCaptcha] = useState<string>();
  // counts the challenges, because each token is valid once
  const [challenges, setChallenges] = useState(0);
  const submit = async (name: string, password: string | undefined) => {
    setUserName(name);
    if (!password) {
      const provider = await providerOf(name, redirectUrl);
      if (provider) onStep({ at: 'provider', userName: name, ...provider });
      setNeedsPassword(provider === undefined);
      return false;
    }
    try {
      return await logIn(name, { password, captcha });
    } catch (error) {
      if (error instanceof CallError && error.fields.captcha) setChallenges(challenges + 1);
      throw error;
    }
  };
  const isLogIn = needsPassword || hasPassword;
  return (
    <Form
      schema={needsPassword ? signInForm : nameFirst}
      initial={{ userName, password: '' }}
      onSubmit={({ userName: name, password }) => submit(name, password)}
      submitLabel={isLogIn ? 'Log in' : 'Continue'}
      busyLabel={isLogIn ? 'Logging in…' : 'Continuing…'}
      safe=""
      guard={false}
      actions={
        <>
          {!isLogIn && (
            <Button kind="quiet" onClick={() => setNeedsPassword(true)}>
              Use a password
            </Button>
          )}
          <Button kind="quiet" onClick={() => onStep({ at: 'forgot password', userName })}>
            Forgot password?
          </Button>
        </>
      }
    >
      <Field name="userName" autoComplete="username" />
      <PasswordField isNeeded={needsPassword} onChange={setHasPassword} />
      {challenges > 0 && <Captcha key={challenges} onToken={setCaptcha} />}
    </Form>
  );
}

interface PasswordFieldProps {
  isNeeded: boolean;
  onChange: (hasPassword: boolean) => void;
}

/** Password managers fill this field together with the user name, and the Tab key reveals it; otherwise it appears when it is needed. */
function PasswordField({ isNeeded, onChange }: PasswordFieldProps) {
  const password: unknown = useWatch({ name: 'password' });
  const [isReached, setReached] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  /** True if Enter was the last key, also while the form finds out whether a password is needed. */
  const isEntered = useRef(false);
  const hasPassword = Boolean(password);
  useEffect(() => onChange(hasPassword), [hasPassword, onChange]);
  useEffect(() => {
    const input = isNeeded ? element.current?.querySelector('input') : undefined;
    input?.focus();
    // after the form has completed
    if (isEntered.current) startTimer(() => input?.form?.requestSubmit());
  }, [isNeeded]);
  return (
    <div
      className={isNeeded || isReached || hasPassword ? undefined : 'hidden-text'}
      ref={element}
      onFocus={() => setReached(true)}
      role="presentation"
      onKeyDown={({ key }) => void (isEntered.current = key === 'Enter' && hasPassword)}
    >
      <Field name="password" kind="password" autoComplete="current-password" />
    </div>
  );
}
