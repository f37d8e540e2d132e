import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownAddress, signInForm } from '../../shared/users/sign-in-attempts.ts';
import { Form } from '../app/form.tsx';
import { homeOf } from '../app/page.ts';
import type { Credentials } from '../app/session-requests.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { Popup } from '../ui/Popup.tsx';
import { CallError } from '../platform/call-error.ts';
import { Captcha } from '../site/Captcha.tsx';
import { ForgotPassword, SignInCode } from '../users/ForgotPassword.tsx';

interface SignInPopupProps {
  error: string | undefined;
  /** The page to return to; ignored unless it is a page of this site. */
  redirectUrl: string | undefined;
  onClose: () => void;
}

type Step =
  | { at: 'password'; error?: string }
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
    const result = await signIn(name, credentials, redirectUrl);
    if ('challenge' in result) {
      setUserName(name);
      setStep({ at: 'code', challenge: result.challenge });
      return;
    }
    const target = ownAddress(result.redirectUrl, window.location.origin);
    if (target || window.location.pathname === '/') await navigate(target ?? homeOf[result.me.role]);
    else onClose();
  };
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
        onExpired={(message) => setStep({ at: 'password', error: message })}
        onBack={() => setStep({ at: 'password' })}
        onClose={onClose}
      />
    );
  return (
    <PasswordStep
      userName={userName}
      reason={step.error ?? (hasAttempted ? undefined : error)}
      onSubmit={submit}
      onForgot={() => setStep({ at: 'forgot password' })}
      onClose={onClose}
    />
  );
}

interface PasswordStepProps {
  userName: string;
  reason: string | undefined;
  onSubmit: (userName: string, credentials: Credentials) => Promise<void>;
  onForgot: () => void;
  onClose: () => void;
}

function PasswordStep({ userName, reason, onSubmit, onForgot, onClose }: PasswordStepProps) {
  const [captcha, setCaptcha] = useState<string>();
  // counts the challenges, because each token is valid once
  const [challenges, setChallenges] = useState(0);
  const submit = async (name: string, password: string) => {
    try {
      await onSubmit(name, { password, captcha });
    } catch (error) {
      if (error instanceof CallError && error.fields.captcha) setChallenges(challenges + 1);
      throw error;
    }
  };
  return (
    <Popup open title="Log in" size="small" onClose={onClose}>
      <FormAlert failure={reason ? { message: reason } : undefined} />
      <Form
        schema={signInForm}
        initial={{ userName, password: '' }}
        onSubmit={({ userName: name, password }) => submit(name, password)}
        submitLabel="Log in"
        busyLabel="Logging in…"
        safe=""
        guard={false}
        actions={
          <Button kind="quiet" onClick={onForgot}>
            Forgot password?
          </Button>
        }
      >
        <Field name="userName" autoComplete="username" />
        <Field name="password" autoComplete="current-password" />
        {challenges > 0 && <Captcha key={challenges} onToken={setCaptcha} />}
      </Form>
    </Popup>
  );
}
