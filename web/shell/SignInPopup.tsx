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
import { FormAlert } from '../ui/FormAlert.tsx';
import { Popup } from '../ui/Popup.tsx';
import { CallError } from '../platform/call-error.ts';
import { startTimer } from '../platform/time-and-chance.ts';
import { Captcha } from '../site/Captcha.tsx';
import { ForgotPassword, SignInCode } from '../users/ForgotPassword.tsx';

interface SignInPopupProps {
  error: string | undefined;
  /** The page to return to; ignored unless it is a page of this site. */
  redirectUrl: string | undefined;
  onClose: () => void;
}

type Step =
  | { at: 'password'; error?: string | undefined; needsPassword?: boolean }
  | ({ at: 'provider' } & ProviderPage)
  | { at: 'forgot password' }
  | { at: 'code'; challenge: string };

export default function SignInPopup({ error, redirectUrl, onClose }: SignInPopupProps) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const [userName, setUserName] = useState('');
  // the reason for the redirect is outdated after an attempt
  const [hasAttempted, setAttempted] = useState(false);

  const submit = async (name: string, credentials: Credentials) => {
    setAttempted(true);
    setUserName(name);
    const result = await signIn(name, credentials, redirectUrl);
    if ('challenge' in result) return setStep({ at: 'code', challenge: result.challenge });
    const target = ownAddress(result.redirectUrl, window.location.origin);
    if (target || window.location.pathname === '/') await navigate(target ?? homeOf[result.me.role]);
    else onClose();
    return undefined;
  };
  const onContinue = async (name: string) => {
    setUserName(name);
    const provider = await providerOf(name, redirectUrl);
    if (provider) setStep({ at: 'provider', ...provider });
    return provider === undefined;
  };
  const onPassword = (reason?: string) => setStep({ at: 'password', error: reason, needsPassword: true });
  if (step.at === 'provider')
    return <ProviderStep {...step} onPassword={() => onPassword()} onClose={onClose} />;
  if (step.at === 'forgot password')
    return (
      <ForgotPassword
        userName={userName}
        onClose={onClose}
        onLogIn={(name) => {
          setUserName(name);
          setStep({ at: 'password' });
        }}
      />
    );
  if (step.at === 'code')
    return (
      <SignInCode
        onSubmit={(code) => submit(userName, { challenge: step.challenge, code })}
        onExpired={onPassword}
        onBack={() => onPassword()}
        onClose={onClose}
      />
    );
  return (
    <PasswordStep
      userName={userName}
      reason={step.error ?? (hasAttempted ? undefined : error)}
      needsPassword={step.needsPassword ?? false}
      onSubmit={submit}
      onContinue={onContinue}
      onForgot={() => setStep({ at: 'forgot password' })}
      onClose={onClose}
    />
  );
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

interface PasswordStepProps {
  userName: string;
  reason: string | undefined;
  needsPassword: boolean;
  onSubmit: (userName: string, credentials: Credentials) => Promise<void>;
  /** A user name without a password; returns whether a password is needed. */
  onContinue: (userName: string) => Promise<boolean>;
  onForgot: () => void;
  onClose: () => void;
}

const nameFirst = signInForm.extend({ password: z.string().meta({ title: 'Password' }).optional() });

function PasswordStep({
  userName,
  reason,
  onSubmit,
  onContinue,
  onForgot,
  onClose,
  ...props
}: PasswordStepProps) {
  const [needsPassword, setNeedsPassword] = useState(props.needsPassword);
  const [hasPassword, setHasPassword] = useState(false);
  const [captcha, setCaptcha] = useState<string>();
  // counts the challenges, because each token is valid once
  const [challenges, setChallenges] = useState(0);
  const submit = async (name: string, password: string | undefined) => {
    if (!password) {
      setNeedsPassword(await onContinue(name));
      return false;
    }
    try {
      return await onSubmit(name, { password, captcha });
    } catch (error) {
      if (error instanceof CallError && error.fields.captcha) setChallenges(challenges + 1);
      throw error;
    }
  };
  const isLogIn = needsPassword || hasPassword;
  return (
    <Popup open title="Log in" size="small" onClose={onClose}>
      <FormAlert failure={reason ? { message: reason } : undefined} />
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
            <Button kind="quiet" onClick={onForgot}>
              Forgot password?
            </Button>
          </>
        }
      >
        <Field name="userName" autoComplete="username" />
        <PasswordField isNeeded={needsPassword} onChange={setHasPassword} />
        {challenges > 0 && <Captcha key={challenges} onToken={setCaptcha} />}
      </Form>
    </Popup>
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
