import { useEffect, useRef } from 'react';
import { users } from '../../shared/users/contract.ts';
import { appCodeForm, writeKey } from '../../shared/users/second-factor.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { QrCode } from './QrCode.tsx';

export interface NewApp {
  key: string;
  /** What the picture holds: the key, for whom, and of which portal. */
  address: string;
  /** As typed to begin; the last step shows it once more. */
  password: string;
}

interface SetUpAppProps {
  app: NewApp;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The key as a picture, a link and text, and the first code that shows it arrived. */
export function SetUpApp({ app, onDone, onCancel }: SetUpAppProps) {
  const turnOn = useAction(users.turnOnSecondFactor);
  const start = useRef<HTMLHeadingElement>(null);
  // the form that was here has gone, and the focus with it
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <h3 ref={start} tabIndex={-1}>
        Set up your app
      </h3>
      <ol className="app-steps">
        <li>
          <p>Open an authenticator app on your phone and scan this picture.</p>
          <QrCode text={app.address} label="QR code for your authenticator app" />
          <p>
            On this device, <a href={app.address}>open it in your app</a>. Or type this key:{' '}
            <code className="app-key">{writeKey(app.key)}</code>
          </p>
        </li>
        <li>
          <p>Type the six digits that the app shows for Wellport.</p>
          <Form
            schema={appCodeForm}
            initial={{ code: '' }}
            onSubmit={async ({ code }) => {
              await turnOn.run({ body: { code, password: app.password } });
              await onDone();
            }}
            submitLabel="Turn on"
            busyLabel="Checking…"
            safe="Logging in still asks for your password alone."
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
