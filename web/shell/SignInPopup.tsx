import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownAddress, signInForm } from '../../shared/users/sign-in.ts';
import { Form } from '../form.tsx';
import { homeOf } from '../page.ts';
import { useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FormAlert } from '../ui/FormAlert.tsx';
import { Popup } from '../ui/Popup.tsx';
import { ForgotPassword } from '../users/ForgotPassword.tsx';

interface SignInPopupProps {
  error: string | undefined;
  /** Where the person was going; followed only when it is a page of ours. */
  redirectUrl: string | undefined;
  onClose: () => void;
}

/** The form that signs a person in, and the way to a new password; see SignIn for what opens it. */
export default function SignInPopup({ error, redirectUrl, onClose }: SignInPopupProps) {
  const { enter } = useSession();
  const navigate = useNavigate();
  const [forgot, setForgot] = useState<{ userName: string }>();
  const [userName, setUserName] = useState('');

  const submit = async (typed: { userName: string; password: string }) => {
    const entered = await enter(typed.userName, typed.password, redirectUrl);
    const wanted = ownAddress(entered.redirectUrl, window.location.origin);
    if (wanted || window.location.pathname === '/') await navigate(wanted ?? homeOf[entered.me.role]);
    else onClose();
  };
  if (forgot)
    return (
      <ForgotPassword
        userName={forgot.userName}
        onClose={onClose}
        onLogIn={(name) => {
          setUserName(name);
          setForgot(undefined);
        }}
      />
    );
  return (
    <Popup open title="Log in" size="small" onClose={onClose}>
      <FormAlert failure={error ? { message: error } : undefined} />
      <Form
        schema={signInForm}
        initial={{ userName, password: '' }}
        onSubmit={submit}
        submitLabel="Log in"
        busyLabel="Logging in…"
        safe=""
        guard={false}
        actions={
          <Button kind="quiet" onClick={() => setForgot({ userName })}>
            Forgot password?
          </Button>
        }
      >
        <Field name="userName" autoComplete="username" />
        <Field name="password" autoComplete="current-password" />
      </Form>
    </Popup>
  );
}
