import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ownAddress, signInForm } from '../../shared/users/sign-in.ts';
import { CallError } from '../call-error.ts';
import { Form } from '../form.tsx';
import { homeOf } from '../page.ts';
import { useSession } from '../session.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

/** The form that signs a person in; see SignIn for what opens it. */
export default function SignInPopup() {
  const { enter } = useSession();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const open = search.get('login') === 'true';
  const error = search.get('error');

  const change = useCallback(
    (edit: (query: URLSearchParams) => void) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          edit(after);
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );

  const close = () =>
    change((query) => ['login', 'error', 'redirectUrl'].forEach((name) => query.delete(name)));
  const submit = async ({ userName, password }: { userName: string; password: string }) => {
    try {
      const me = await enter(userName, password);
      const wanted = ownAddress(search.get('redirectUrl'), window.location.origin);
      if (wanted || window.location.pathname === '/') await navigate(wanted ?? homeOf[me.role]);
      else close();
    } catch (problem) {
      throw signInFailure(problem);
    }
  };
  return (
    <Popup open={open} title="Log in" size="small" onClose={close}>
      {error && (
        <div className="alert alert-error" role="alert">
          <p>{error}</p>
        </div>
      )}
      <Form
        schema={signInForm}
        initial={{ userName: '', password: '' }}
        onSubmit={submit}
        submitLabel="Log in"
        busyLabel="Logging in…"
        safe=""
        guard={false}
      >
        <Field name="userName" autoComplete="username" />
        <Field name="password" autoComplete="current-password" />
      </Form>
    </Popup>
  );
}

/** One sentence for every wrong name or password, so that it tells nothing about who has an account. */
function signInFailure(problem: unknown): CallError {
  const { name } = problem as { name?: string };
  if (name === 'NetworkError' || problem instanceof TypeError) return new CallError({ status: 0 });
  if (name === 'LimitExceededException' || name === 'TooManyRequestsException')
    return new CallError({ status: 429, message: 'Too many tries. Wait a few minutes and try again.' });
  return new CallError({
    status: 400,
    message: 'The name or the password is not right. Check both and try again.',
  });
}
