import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { newPasswordForm } from '../../shared/users/passwords.ts';
import { showFailure } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { startLogin } from '../app/provider-login.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

interface ChoosePasswordProps {
  email: string;
  home: string;
  onAccept: (password: { password: string; confirmPassword: string }) => Promise<{ email: string }>;
}

export function ChoosePassword({ email, home, onAccept }: ChoosePasswordProps) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  return (
    <Card title="Choose a password">
      <p>
        Your user name is your email address, <strong>{email}</strong>.
      </p>
      <Form
        schema={newPasswordForm}
        initial={{ password: '', confirmPassword: '' }}
        submitLabel="Accept the invitation"
        busyLabel="Saving…"
        submitKind="action"
        safe="Nothing was changed."
        guard={false}
        onSubmit={async (body) => {
          const accepted = await onAccept(body);
          try {
            const result = await signIn(accepted.email, { password: body.password });
            await navigate('me' in result ? home : '/?login=true', { replace: true });
          } catch {
            // the password is set, so the user can log in with the popup
            await navigate('/?login=true', { replace: true });
          }
        }}
      >
        <NewPasswordFields />
      </Form>
    </Card>
  );
}

interface AtProviderProps {
  /** Token of the invitation. */
  invitation: string;
  employer: string;
  home: string;
}

/** Accepts an invitation by the log-in of an employer that requires it, without a password. */
export function AcceptAtProvider({ invitation, employer, home }: AtProviderProps) {
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const { address } = await startLogin({ invitation }, home);
      // without a provider since the page was opened, the reloaded page requests a password
      if (address === null) window.location.reload();
      else window.location.assign(address);
    } catch (error) {
      showFailure(error);
      setOpening(false);
    }
  };
  return (
    <Card title="You need no password">
      <p>You log in to Wellport with the log-in of {employer}, now and from then on.</p>
      <p>
        <Button kind="action" busy={opening} busyLabel="Opening…" onClick={() => void open()}>
          Continue with {employer}
        </Button>
      </p>
    </Card>
  );
}
