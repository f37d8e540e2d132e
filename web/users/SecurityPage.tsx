import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { users } from '../../shared/contracts/users.ts';
import { appCodeForm, formatKey, passwordForm, turnOffRequest } from '../../shared/users/second-factor.ts';
import { currentPin, forgottenPinHours, isPinForgotten, newPin } from '../../shared/users/pin.ts';
import { actionOf } from '../../shared/users/step-up.ts';
import { callApi } from '../app/api.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { proofMemory } from '../app/proof-memory.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { QrCode } from './QrCode.tsx';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Passkeys } from './Passkeys.tsx';
import './security.css';

interface NewApp {
  key: string;
  /** `otpauth://` address, shown as a QR code. */
  address: string;
  /** As entered at the start; turning on requires it again. */
  password: string;
}

/** Proves the identity with the password that was entered before, so that it is not asked for twice. */
async function prove(password: string): Promise<void> {
  const action = actionOf(users.turnOnSecondFactor);
  const { proof } = await callApi(users.stepUp, { body: { action, password } });
  proofMemory.set(action, proof);
}

interface SetUpAppProps {
  app: NewApp;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

function SetUpApp({ app, onDone, onCancel }: SetUpAppProps) {
  const turnOn = useAction(users.turnOnSecondFactor);
  const { me } = useSession();
  const start = useRef<HTMLHeadingElement>(null);
  // the previous form was removed together with the focus
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <h3 ref={start} tabIndex={-1}>
        Set up your app
      </h3>
      <ol className="app-steps">
        <li>
          <p>Open an authenticator app on your phone and scan this QR code.</p>
          <QrCode text={app.address} label="QR code for your authenticator app" />
          <p>
            On this device, <a href={app.address}>open it in your app</a>. Or enter this key:{' '}
            <code className="app-key">{formatKey(app.key)}</code>
          </p>
        </li>
        <li>
          <p>Enter the six digits that the app shows for Wellport.</p>
          <Form
            schema={appCodeForm}
            initial={{ code: '' }}
            onSubmit={async ({ code }) => {
              // with a passkey, the request asks for it instead
              if (!me?.hasPasskey) await prove(app.password);
              await turnOn.run({ body: { code, password: app.password } });
              await onDone();
            }}
            submitLabel="Turn on"
            busyLabel="Checking…"
            safe="Logging in still requires only your password."
            guard={false}
            actions={
              <Button kind="quiet" onClick={onCancel}>
                Cancel
              </Button>
            }
          >
            <Field name="code" kind="number" autoComplete="one-time-code" width="short" />
          </Form>
        </li>
      </ol>
    </>
  );
}

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
          <SkeletonLines lines={4} hidesBelow />
        ) : data.on ? (
          <AppIsOn focusRef={focusRef} onOff={() => show(false)} />
        ) : app ? (
          <SetUpApp app={app} onDone={() => show(true)} onCancel={closeForm} />
        ) : (
          <AppIsOff focusRef={focusRef} onBegun={setApp} />
        )}
      </Card>
      <PasswordCard />
      {me?.role === 'systemAdmin' && !mustSetUpApp && <PinCard />}
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

const pinForm = z.object({ currentPin, isForgotten: isPinForgotten, pin: newPin });

function PinCard() {
  const setPin = useAction(users.setPin);
  const [times, setTimes] = useState(0);
  return (
    <Card title="PIN">
      <p>Your PIN confirms every file that you send to the bank. Keep it secret.</p>
      <Form
        key={times}
        schema={pinForm}
        initial={{ currentPin: '', isForgotten: false, pin: '' }}
        onSubmit={async (body) => {
          await setPin.run({ body });
          setTimes(times + 1);
        }}
        submitLabel="Set PIN"
        busyLabel="Saving…"
        safe="Your PIN was not changed."
        guard={false}
      >
        <Field
          name="currentPin"
          autoComplete="off"
          width="medium"
          hint="Leave it empty if you have no PIN yet."
        />
        <Field
          name="isForgotten"
          hint={`If you forgot it, the new PIN can be used after ${forgottenPinHours} hours, and all administrators receive an email.`}
        />
        <Field name="pin" autoComplete="off" width="medium" hint="4 to 12 digits." />
      </Form>
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
