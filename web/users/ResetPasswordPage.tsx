import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { users } from '../../shared/contracts/users.ts';
import { confirmPasswordForm } from '../../shared/users/passwords.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

interface LinkedDocument extends Document {
  passwordLink?: { userName: string; code: string } | undefined;
}

/** User name and code of the email, which web/public/before-paint.js removed from the address. */
const link = () => (typeof document === 'undefined' ? undefined : (document as LinkedDocument).passwordLink);

/** The form below the heading of the page (web/routes/public-pages.ts). */
export default function ResetPassword() {
  const navigate = useNavigate();
  const { run } = useAction(users.confirmPassword);
  const [initial] = useState(() => ({
    userName: '',
    code: '',
    ...link(),
    newPassword: '',
    confirmPassword: '',
  }));
  useEffect(() => {
    (document as LinkedDocument).passwordLink = undefined;
  }, []);

  return (
    <Card>
      <Form
        schema={confirmPasswordForm}
        initial={initial}
        onSubmit={async (body) => {
          await run({ body });
          await navigate('/?login=true');
        }}
        submitLabel="Change my password"
        busyLabel="Changing…"
        safe="Your password was not changed."
        guard={false}
      >
        <Field name="userName" autoComplete="username" width="medium" />
        <Field
          name="code"
          autoComplete="one-time-code"
          width="medium"
          hint="Use the code in the email that we sent you."
        />
        <NewPasswordFields name="newPassword" />
      </Form>
    </Card>
  );
}
