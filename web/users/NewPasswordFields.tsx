import { useNavigate } from 'react-router-dom';
import type { enrollment } from '../../shared/contracts/enrollment.ts';
import type { users } from '../../shared/contracts/users.ts';
import { maxPassphrase } from '../../shared/fields.ts';
import { newPasswordForm } from '../../shared/users/passwords.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { Field } from '../ui/Field.tsx';

export const NewPasswordFields = ({
  name = 'password',
  max = maxPassphrase,
}: {
  name?: 'password' | 'newPassword';
  max?: number;
}) => (
  <>
    <Field
      name={name}
      autoComplete="new-password"
      width="medium"
      hint={`8 to ${max} characters, with at least one letter and one digit, and without your name.`}
    />
    <Field name="confirmPassword" autoComplete="new-password" width="medium" />
  </>
);

export interface AcceptFormProps {
  endpoint: typeof users.acceptInvitation | typeof enrollment.acceptInvitation;
  /** Token of the invitation. */
  token: string;
  home: string;
}

/** Chooses the first password of an invited person, and logs in. */
export function AcceptForm({ endpoint, token, home }: AcceptFormProps) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const accept = useAction(endpoint);
  return (
    <Form
      schema={newPasswordForm}
      initial={{ password: '', confirmPassword: '' }}
      submitLabel="Accept the invitation"
      busyLabel="Saving…"
      submitKind="action"
      safe="Nothing was changed."
      guard={false}
      onSubmit={async (body) => {
        const accepted = await accept.run({ params: { token }, body });
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
  );
}
