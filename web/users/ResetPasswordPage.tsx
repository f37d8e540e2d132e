import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { users } from '../../shared/contracts/users.ts';
import { confirmPasswordForm } from '../../shared/users/passwords.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';

/** The form below the heading of the page (web/routes/public-pages.ts). */
export default function ResetPassword() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { run } = useAction(users.confirmPassword);
  const [initial] = useState(() => ({
    userName: new URLSearchParams(search).get('userName') ?? '',
    code: hash.slice(1),
    newPassword: '',
    confirmPassword: '',
  }));

  useEffect(() => {
    // removes the code from the browser's history
    if (hash || search) void navigate(pathTo('resetPassword'), { replace: true });
  }, [hash, search, navigate]);

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
