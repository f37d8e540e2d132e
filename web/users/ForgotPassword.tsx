import { useState } from 'react';
import { users } from '../../shared/users/contract.ts';
import { forgotPasswordForm } from '../../shared/users/passwords.ts';
import { pathTo } from '../app/addresses.ts';
import { showFailure, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { notify } from '../app/notices.ts';
import { useCaptcha } from '../site/use-captcha.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

interface ForgotPasswordProps {
  userName: string;
  onClose: () => void;
  onLogIn: (userName: string) => void;
}

interface Asked {
  userName: string;
  /** Stands in for a captcha when the email is asked for again. */
  resendToken: string;
}

/** The page of ours that the email's link leads to. */
const returnUrl = pathTo('resetPassword');

/** Asks for the name, then says that an email is on its way and offers to send it again (spec 1 §2.6). */
export function ForgotPassword({ userName, onClose, onLogIn }: ForgotPasswordProps) {
  const [asked, setAsked] = useState<Asked>();
  const captcha = useCaptcha('captcha-response');
  const reset = useAction(users.resetPassword);
  const ask = async (name: string, resendToken?: string) => {
    const query = { userName: name, returnUrl, resendToken };
    const answer = await captcha.guard(() => reset.run({ query }, { headers: captcha.headers }));
    setAsked({ userName: name, resendToken: answer.resendToken });
  };
  if (asked)
    return (
      <EmailSent
        asked={asked}
        onResend={() => ask(asked.userName, asked.resendToken)}
        onClose={onClose}
        onLogIn={() => onLogIn(asked.userName)}
      />
    );
  return (
    <Popup key="form" open title="Forgot your password?" size="small" onClose={onClose}>
      <p>Enter the username or email that you log in with. We email you a link to choose a new password.</p>
      <Form
        schema={forgotPasswordForm}
        initial={{ username: userName }}
        onSubmit={({ username }) => ask(username)}
        submitLabel="Send me the link"
        busyLabel="Sending…"
        safe="Your password stays as it is."
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
  asked: Asked;
  onResend: () => Promise<void>;
  onClose: () => void;
  onLogIn: () => void;
}

function EmailSent({ asked, onResend, onClose, onLogIn }: EmailSentProps) {
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
        If <strong>{asked.userName}</strong> has an account, an email with a link is on its way. The link is
        good for 30 minutes. Look into the spam folder too.
      </p>
    </Popup>
  );
}
