import { useEffect, useRef } from 'react';
import { users } from '../../shared/contracts/users.ts';
import { appCodeForm, formatKey } from '../../shared/users/second-factor.ts';
import { actionOf } from '../../shared/users/step-up.ts';
import { callApi } from '../app/api.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { proofMemory } from '../app/proof-memory.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { QrCode } from './QrCode.tsx';

export interface NewApp {
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

export function SetUpApp({ app, onDone, onCancel }: SetUpAppProps) {
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
