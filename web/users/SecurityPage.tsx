import { useState } from 'react';
import { Link } from 'react-router-dom';
import { users } from '../../shared/contracts/users.ts';
import { passwordForm, turnOffRequest } from '../../shared/users/second-factor.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useSession } from '../app/session.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { type NewApp, SetUpApp } from './SetUpApp.tsx';
import { Passkeys } from './Passkeys.tsx';
import './security.css';

const passwordHint = 'Required to confirm that it is you.';
const focus = (element: HTMLElement | null) => element?.focus();

export default function SecurityPage() {
  const { data, error, reload, retrying, mutate } = useEndpoint(users.secondFactor, {});
  const [app, setApp] = useState<NewApp>();
  const { me, retry } = useSession();
  const mustSetUpApp = me?.mustSetUpApp === true;

  // a submitted form is removed, so its replacement takes the focus
  const [changed, setChanged] = useState(false);
  const focusRef = changed ? focus : undefined;

  const closeForm = () => {
    setChanged(true);
    setApp(undefined);
  };
  const show = async (on: boolean) => {
    closeForm();
    await mutate({ on }, { revalidate: false });
    retry();
  };
  return (
    <>
      <PageHeading
        title="Security"
        lead="Protect your login with a passkey or an authenticator app, and a strong password."
      />
      {mustSetUpApp && <SecondFactorRequired />}
      <Passkeys onChange={retry} />
      <Card
        title="Authenticator app"
        aside={
          data &&
          (data.on ? <StatusBadge color="green" label="On" /> : <StatusBadge color="blue" label="Off" />)
        }
      >
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : !data ? (
          <SkeletonLines lines={4} />
        ) : data.on ? (
          <AppIsOn focusRef={focusRef} onOff={() => show(false)} />
        ) : app ? (
          <SetUpApp app={app} onDone={() => show(true)} onCancel={closeForm} />
        ) : (
          <AppIsOff focusRef={focusRef} onBegun={setApp} />
        )}
      </Card>
      <PasswordCard />
    </>
  );
}

const SecondFactorRequired = () => (
  <output className="alert alert-warning">
    You need a passkey or an authenticator app here. Set one up now: until then, you can use no other page.
  </output>
);

/** Club managers change their password by email. */
const passwordPages = {
  systemAdmin: 'adminPassword',
  partnerManager: 'managerPassword',
  facilityManager: undefined,
  member: 'memberPassword',
} as const;

function PasswordCard() {
  const { me } = useSession();
  const passwordPage = me && passwordPages[me.role];
  return (
    <Card title="Password">
      <p>Changing your password logs you out on this and every other device.</p>
      <p>
        {passwordPage ? (
          <Link className={buttonClass()} to={pathTo(passwordPage)}>
            Change your password
          </Link>
        ) : (
          'To change it, log out and select “Forgot password?” on the log in form.'
        )}
      </p>
    </Card>
  );
}

type FocusRef = typeof focus | undefined;

function AppIsOn({ focusRef, onOff }: { focusRef: FocusRef; onOff: () => Promise<void> }) {
  const turnOff = useAction(users.turnOffSecondFactor);
  return (
    <>
      <p tabIndex={-1} ref={focusRef}>
        Logging in requires your password and then a code from your app, also if you have passkeys. To use
        another phone, turn this off and set it up again.
      </p>
      <Form
        schema={turnOffRequest}
        initial={{ password: '', code: '' }}
        onSubmit={async (body) => {
          await turnOff.run({ body });
          await onOff();
        }}
        submitLabel="Turn off"
        submitKind="danger"
        busyLabel="Turning off…"
        safe="The code is still required."
        guard={false}
      >
        <Field name="password" autoComplete="current-password" width="medium" hint={passwordHint} />
        <Field
          name="code"
          kind="number"
          autoComplete="one-time-code"
          width="short"
          hint="Enter the six digits that your authenticator app shows."
        />
      </Form>
    </>
  );
}

function AppIsOff({ focusRef, onBegun }: { focusRef: FocusRef; onBegun: (app: NewApp) => void }) {
  const begin = useAction(users.beginSecondFactor);
  return (
    <>
      <p tabIndex={-1} ref={focusRef}>
        With an authenticator app on your phone, a stolen password is not enough: logging in also requires a
        code that the app shows.
      </p>
      <Form
        schema={passwordForm}
        initial={{ password: '' }}
        onSubmit={async (body) => onBegun({ ...(await begin.run({ body })), password: body.password })}
        submitLabel="Set up an app"
        busyLabel="Setting up…"
        safe="Nothing was changed."
        guard={false}
      >
        <Field name="password" autoComplete="current-password" width="medium" hint={passwordHint} />
      </Form>
    </>
  );
}
