import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { signUpForm, signUpFormWithCodeWord } from '../../shared/employees/sign-up.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { CallError } from '../platform/call-error.ts';
import { Sent } from '../site/Sent.tsx';
import { useCaptcha } from '../site/use-captcha.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import '../site/visitor-forms.css';
import './employees.css';

/** The public form of a partner's sign-up link. */
export function SignUpPage() {
  const { linkToken = '' } = useParams();
  const { data, error, retrying, reload } = useEndpoint(employees.signUpForm, { params: { linkToken } });
  const [email, setEmail] = useState<string>();
  if (error instanceof CallError && [400, 404].includes(error.status))
    return (
      <EmptyState
        wholePage
        icon="mail"
        title="This sign-up link does not work"
        text="It was replaced or turned off, or part of the address is missing. Your employer has the current link."
      />
    );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <div className="guest-sign-up">
      <PageHeading
        title={`Join the program of ${data.partnerName}`}
        lead="Sign up for the fitness program of your employer. It takes a minute."
      />
      <Card>
        {email === undefined ? (
          <Entries linkToken={linkToken} form={data} onSent={setEmail} />
        ) : (
          <Sent
            title="Check your email"
            text={`Open the link in the email that we sent to ${email}. The link expires in three days. No email after a few minutes? Check your spam folder and the address.`}
            action={<Button onClick={() => setEmail(undefined)}>Change my entries</Button>}
          />
        )}
      </Card>
    </div>
  );
}

interface EntriesProps {
  linkToken: string;
  form: ResponseOf<typeof employees.signUpForm>;
  onSent: (email: string) => void;
}

function Entries({ linkToken, form: { partnerName, domains, requiresCodeWord }, onSent }: EntriesProps) {
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

/** The page of the emailed link: a button, because email scanners open links. */
export function ConfirmSignUpPage() {
  const { token = '' } = useParams();
  const confirm = useAction(employees.confirmSignUp);
  const [result, setResult] = useState<ResponseOf<typeof employees.confirmSignUp>>();
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    try {
      setResult(await confirm.run({ body: { token } }));
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : 'Your sign-up was not confirmed. Try again.');
    }
  };
  if (failure !== undefined)
    return <EmptyState wholePage icon="mail" title="Your sign-up was not confirmed" text={failure} />;
  if (result) return <Confirmed result={result} />;
  return (
    <>
      <PageHeading
        title="Confirm your sign-up"
        lead="Confirm that this is your email address. Your employer receives your sign-up with this step."
      />
      <Card>
        <div className="page-actions">
          <Button kind="action" busy={confirm.running} busyLabel="Confirming…" onClick={() => void send()}>
            Confirm my sign-up
          </Button>
        </div>
      </Card>
    </>
  );
}

const Confirmed = ({
  result: { partnerName, name, email, isMember },
}: {
  result: ResponseOf<typeof employees.confirmSignUp>;
}) =>
  isMember ? (
    <EmptyState
      wholePage
      icon="check-circle"
      title="You are already in the program"
      text={`${email} has a membership of ${partnerName}. Search your inbox for the invitation, or request it from your employer.`}
    />
  ) : (
    <EmptyState
      wholePage
      icon="check-circle"
      title="Your sign-up was received"
      text={`${partnerName} reviews the sign-up of ${name}. You get an invitation at ${email} when it is confirmed. Is the name wrong? Sign up again.`}
    />
  );
