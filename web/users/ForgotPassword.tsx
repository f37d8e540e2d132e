import { appCodeForm } from '../../shared/users/second-factor.ts';
import { CallError } from '../platform/call-error.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { useState } from 'react';
import { users } from '../../shared/contracts/users.ts';
import { forgotPasswordForm } from '../../shared/users/passwords.ts';
import { pathTo } from '../app/addresses.ts';
import { showFailure, useAction } from '../app/data.ts';
import { notify } from '../app/notices.ts';
import { useCaptcha } from '../site/use-captcha.tsx';

interface SignInCodeProps {
  onSubmit: (code: string) => Promise<void>;
  onExpired: (message: string) => void;
  onBack: () => void;
  onClose: () => void;
}

export function SignInCode({ onSubmit, onExpired, onBack, onClose }: SignInCodeProps) {
  const submit = async ({ code }: { code: string }) => {
    try {
      await onSubmit(code);
    } catch (error) {
      const expired = error instanceof CallError ? error.fields.challenge : undefined;
      if (!expired) throw error;
      onExpired(expired);
    }
  };
  return (
    <Popup open title="Enter your code" size="small" onClose={onClose}>
      <p>Open your authenticator app and enter the six digits that it shows for Wellport.</p>
      <Form
        schema={appCodeForm}
        initial={{ code: '' }}
        onSubmit={submit}
        submitLabel="Log in"
        busyLabel="Logging in…"
        safe=""
        guard={false}
        actions={
          <Button kind="quiet" onClick={onBack}>
            Back
          </Button>
        }
      >
        <Field name="code" kind="number" autoComplete="one-time-code" width="short" />
      </Form>
      <p className="quiet">Lost your phone? Ask an administrator to turn off the code.</p>
    </Popup>
  );
}

interface ForgotPasswordProps {
  userName: string;
  onClose: () => void;
  onLogIn: (userName: string) => void;
}

interface SentRequest {
  userName: string;
  /** Replaces the captcha when the email is requested again. */
  resendToken: string;
}

const returnUrl = pathTo('resetPassword');

/** Requests a password email and can resend it (spec 1 §2.6). */
export function ForgotPassword({ userName, onClose, onLogIn }: ForgotPasswordProps) {
  const [sent, setSent] = useState<SentRequest>();
  const captcha = useCaptcha('captcha-response');
  const reset = useAction(users.resetPassword);
  const requestEmail = async (name: string, resendToken?: string) => {
    const query = { userName: name, returnUrl, resendToken };
    const { resendToken: nextToken } = await captcha.guard(() =>
      reset.run({ query }, { headers: captcha.headers }),
    );
    setSent({ userName: name, resendToken: nextToken });
  };
  if (sent)
    return (
      <EmailSent
        sent={sent}
        onResend={() => requestEmail(sent.userName, sent.resendToken)}
        onClose={onClose}
        onLogIn={() => onLogIn(sent.userName)}
      />
    );
  return (
    <Popup key="form" open title="Forgot your password?" size="small" onClose={onClose}>
      <p>Enter the username or email that you log in with. We email you a link to choose a new password.</p>
      <Form
        schema={forgotPasswordForm}
        initial={{ username: userName }}
        onSubmit={({ username }) => requestEmail(username)}
        submitLabel="Send me the link"
        busyLabel="Sending…"
        safe="Your password was not changed."
        guard={false}
        disabled={captcha.missing}
        actions={
          <Button kind="quiet" onClick={() => onLogIn(userName)}>
            Return to login
          </Button>
        }
      >
        <Field name="username" autoComplete="username" />
        {captcha.widget}
      </Form>
    </Popup>
  );
}

interface EmailSentProps {
  sent: SentRequest;
  onResend: () => Promise<void>;
  onClose: () => void;
  onLogIn: () => void;
}

function EmailSent({ sent, onResend, onClose, onLogIn }: EmailSentProps) {
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    try {
      await onResend();
      notify.success('We sent the email again. Use the newest one.');
    } catch (error) {
      showFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Popup
      key="sent"
      open
      title="Check your email"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button busy={sending} busyLabel="Sending…" onClick={() => void resend()}>
            Resend
          </Button>
          <Button kind="primary" onClick={onLogIn}>
            Return to login
          </Button>
        </>
      }
    >
      <p>
        If <strong>{sent.userName}</strong> has an account, an email with a link is on its way. The link
        expires in 30 minutes. Check your spam folder too.
      </p>
    </Popup>
  );
}
