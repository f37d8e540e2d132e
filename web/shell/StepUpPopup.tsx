import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { users } from '../../shared/contracts/users.ts';
import { stepUpForm } from '../../shared/users/step-up.ts';
import { callApi } from '../app/api.ts';
import { CallError } from '../platform/call-error.ts';
import { Form } from '../app/form.tsx';
import { readFailure } from '../app/form-errors.ts';
import { signWithPasskey } from '../app/passkey-client.ts';
import { onProviderProof, openProviderWindow } from '../app/provider-login.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { type Failure, FormAlert } from '../ui/FormAlert.tsx';
import { Popup } from '../ui/Popup.tsx';

const withCode = stepUpForm.pick({ password: true, code: true }).required();
const passwordOnly = withCode.pick({ password: true });

interface StepUpPopupProps {
  action: string;
  onDone: (proof: string | undefined) => void;
}

export default function StepUpPopup({ action, onDone }: StepUpPopupProps) {
  const { me } = useSession();
  const close = () => onDone(undefined);
  const providerName = me?.stepUpProviderName;
  if (providerName)
    return (
      <Popup open title="Confirm that it is you" size="small" onClose={close}>
        <AtProvider action={action} name={providerName} onDone={onDone} />
      </Popup>
    );
  return (
    <Popup open title="Confirm that it is you" size="small" onClose={close}>
      {me?.hasPasskey && <ByPasskey action={action} onDone={onDone} />}
      {(!me?.hasPasskey || me.hasApp) && <ByPassword action={action} onDone={onDone} />}
    </Popup>
  );
}

function AtProvider({ action, name, onDone }: StepUpPopupProps & { name: string }) {
  const [address, setAddress] = useState<string>();
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const done = useRef(onDone);
  useEffect(() => void (done.current = onDone));
  useEffect(() => onProviderProof((proof) => done.current(proof)), []);
  const open = async () => {
    const begun = openProviderWindow(action);
    setFailure(undefined);
    setOpening(true);
    try {
      const pageAddress = await begun.address;
      setAddress(pageAddress);
      begun.window?.location.replace(pageAddress);
    } catch (error) {
      begun.window?.close();
      setFailure(readFailure(error).failure);
    } finally {
      setOpening(false);
    }
  };
  return (
    <div className="form">
      <p>This action needs a new log-in at {name}, even while you are logged in.</p>
      <output>
        {address && (
          <>
            Log in in the window that opened; then this page continues. No window?{' '}
            <a href={address} target="_blank" rel="opener">
              Open the log-in page
            </a>
          </>
        )}
      </output>
      <FormAlert failure={failure} safe="Nothing was changed." />
      <div className="form-actions">
        <Button onClick={() => onDone(undefined)}>Cancel</Button>
        <Button kind="primary" busy={opening} busyLabel="Opening…" onClick={() => void open()}>
          Confirm at {name}
        </Button>
      </div>
    </div>
  );
}

function ByPasskey({ action, onDone }: StepUpPopupProps) {
  return (
    <>
      <p>This action needs your passkey, even while you are logged in.</p>
      <Form
        schema={z.object({})}
        initial={{}}
        onSubmit={async () => {
          const request = await callApi(users.beginPasskey, { body: { action } });
          const passkey = await signWithPasskey(request);
          onDone((await callApi(users.stepUp, { body: { action, passkey } })).proof);
        }}
        submitLabel="Confirm with passkey"
        busyLabel="Confirming…"
        safe="Nothing was changed."
        guard={false}
        actions={<Button onClick={() => onDone(undefined)}>Cancel</Button>}
      >
        {null}
      </Form>
    </>
  );
}

function ByPassword({ action, onDone }: StepUpPopupProps) {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <>
      <p>This action needs your password, even while you are logged in.</p>
      <Form
        schema={needsCode ? withCode : passwordOnly}
        initial={{ password: '' }}
        onSubmit={async (body) => {
          try {
            onDone((await callApi(users.stepUp, { body: { ...body, action } })).proof);
          } catch (error) {
            if (needsCode || !(error instanceof CallError) || !error.fields.code) throw error;
            setNeedsCode(true);
            return false;
          }
          return undefined;
        }}
        submitLabel="Confirm"
        busyLabel="Confirming…"
        safe="Nothing was changed."
        guard={false}
        actions={<Button onClick={() => onDone(undefined)}>Cancel</Button>}
      >
        <Field name="password" autoComplete="current-password" />
        {needsCode && (
          <Field
            name="code"
            kind="number"
            autoComplete="one-time-code"
            width="short"
            hint="Enter the six digits that your authenticator app shows."
          />
        )}
      </Form>
    </>
  );
}
