import { Link } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { signUpForm, signUpFormWithCodeWord } from '../../shared/employees/sign-up.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useCaptcha } from '../site/use-captcha.tsx';
import { Field } from '../ui/Field.tsx';

interface SignUpFormProps {
  linkToken: string;
  form: ResponseOf<typeof employees.signUpForm>;
  onSent: (email: string) => void;
}

/** The form of a partner's sign-up link. */
export function SignUpForm({
  linkToken,
  form: { partnerName, domains, requiresCodeWord },
  onSent,
}: SignUpFormProps) {
  const send = useAction(employees.signUp);
  const captcha = useCaptcha();
  return (
    <Form
      schema={requiresCodeWord ? signUpFormWithCodeWord : signUpForm}
      initial={{ firstName: '', lastName: '', email: '', employeeNumber: '', codeWord: '' }}
      submitLabel="Sign up"
      busyLabel="Sending…"
      submitKind="action"
      disabled={captcha.missing}
      onSubmit={async (body) => {
        await captcha.guard(() =>
          send.run({ params: { linkToken }, body }, { headers: captcha.headers, isQuiet: true }),
        );
        onSent(body.email);
      }}
    >
      <div className="form-grid">
        <Field name="firstName" autoComplete="given-name" />
        <Field name="lastName" autoComplete="family-name" />
        <Field
          name="email"
          autoComplete="email"
          {...(domains.length > 0 && { hint: `Your address at ${domains.join(' or ')}.` })}
        />
        <Field name="employeeNumber" autoComplete="off" />
        {requiresCodeWord && (
          <Field name="codeWord" autoComplete="off" hint="You get it from your employer." />
        )}
      </div>
      {captcha.widget}
      <p className="quiet">
        {`${partnerName} receives your entries and decides whether you join. They are deleted after 30 days if it does not. `}
        <Link to={pathTo('privacy')}>Privacy notice</Link>
      </p>
    </Form>
  );
}
