import { useNavigate } from 'react-router-dom';
import { newPasswordForm } from '../../shared/users/passwords.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
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
        You log in with your email address, <strong>{email}</strong>, and this password.
      </p>
      <Form
        schema={newPasswordForm}
        initial={{ password: '', confirmPassword: '' }}
        submitLabel="Accept the invitation"
        busyLabel="Saving…"
        submitKind="action"
        safe="Your invitation is still valid."
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
