import { useState } from 'react';
import { Link } from 'react-router-dom';
import { users } from '../../shared/users/contract.ts';
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
import './security.css';

const why = 'Asked again, so that nobody else at this desk can change this.';
const focus = (element: HTMLElement | null) => element?.focus();

/** How an administrator logs in: the second factor set up, shown and turned off, and the way to a new password. */
export default function SecurityPage() {
  const { data, error, reload, retrying, mutate } = useEndpoint(users.secondFactor, {});
  const [app, setApp] = useState<NewApp>();
  const { me, retry } = useSession();
  const mustSetUpApp = me?.mustSetUpApp === true;

  // a form that has done its work goes, and would take the focus with it
  const [changed, setChanged] = useState(false);
  const arrive = changed ? focus : undefined;

  const show = async (on: boolean) => {
    setChanged(true);
    setApp(undefined);
    await mutate({ on }, { revalidate: false });
    if (on && mustSetUpApp) retry();
  };
  const cancel = () => {
    setChanged(true);
    setApp(undefined);
  };
  return (
    <>
      <PageHeading title="Security" lead="How you prove that it is you who logs in." />
      {mustSetUpApp && (
        <output className="alert alert-warning">
          Administrators need an authenticator app here. Set one up now: until then, everything else is closed
          to you.
        </output>
      )}
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
          <AppIsOn arrive={arrive} onOff={() => show(false)} />
        ) : app ? (
          <SetUpApp app={app} onDone={() => show(true)} onCancel={cancel} />
        ) : (
          <AppIsOff arrive={arrive} onBegun={setApp} />
        )}
      </Card>
      <Card title="Password">
        <p>Changing your password logs you out on this and every other device.</p>
        <p>
          <Link className={buttonClass()} to={pathTo('adminPassword')}>
            Change your password
          </Link>
        </p>
      </Card>
    </>
  );
}

/** What comes after a form that has done its work gets the focus. */
type Arrive = typeof focus | undefined;

function AppIsOn({ arrive, onOff }: { arrive: Arrive; onOff: () => Promise<void> }) {
  const turnOff = useAction(users.turnOffSecondFactor);
  return (
    <>
      <p tabIndex={-1} ref={arrive}>
        Logging in asks for your password and then for a code of your app. To use another phone, turn this off
        and set it up again.
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
        safe="The code is still asked for."
        guard={false}
      >
        <Field name="password" autoComplete="current-password" width="medium" hint={why} />
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

function AppIsOff({ arrive, onBegun }: { arrive: Arrive; onBegun: (app: NewApp) => void }) {
  const begin = useAction(users.beginSecondFactor);
  return (
    <>
      <p tabIndex={-1} ref={arrive}>
        With an authenticator app on your phone, a stolen password alone opens nothing: logging in also asks
        for a code that the app shows.
      </p>
      <Form
        schema={passwordForm}
        initial={{ password: '' }}
        onSubmit={async (body) => onBegun({ ...(await begin.run({ body })), password: body.password })}
        submitLabel="Set up an app"
        busyLabel="One moment…"
        safe="Nothing was changed."
        guard={false}
      >
        <Field name="password" autoComplete="current-password" width="medium" hint={why} />
      </Form>
    </>
  );
}
