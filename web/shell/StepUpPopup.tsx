import { useState } from 'react';
import * as z from 'zod';
import { users } from '../../shared/contracts/users.ts';
import { stepUpForm } from '../../shared/users/step-up.ts';
import { callApi } from '../app/api.ts';
import { CallError } from '../platform/call-error.ts';
import { Form } from '../app/form.tsx';
import { signWithPasskey } from '../app/passkey-client.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
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
  return (
    <Popup open title="Confirm that it is you" size="small" onClose={close}>
      {me?.hasPasskey && <ByPasskey action={action} onDone={onDone} />}
      {(!me?.hasPasskey || me.hasApp) && <ByPassword action={action} onDone={onDone} />}
    </Popup>
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
