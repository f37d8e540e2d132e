import { appCodeForm } from '../../shared/users/second-factor.ts';
import { CallError } from '../platform/call-error.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';

interface SignInCodeProps {
  onSubmit: (code: string) => Promise<void>;
  onExpired: (message: string) => void;
  onBack: () => void;
  onClose: () => void;
}

export function SignInCode({ onSubmit, onExpired, onBack, onClose }: SignInCodeProps) {
  const submit = async ({ code }: { code: string }) => {
    try {
      await onSubmit(code);
    } catch (error) {
      const expired = error instanceof CallError ? error.fields.challenge : undefined;
      if (!expired) throw error;
      onExpired(expired);
    }
  };
  return (
    <Popup open title="Enter your code" size="small" onClose={onClose}>
      <p>Open your authenticator app and enter the six digits that it shows for Wellport.</p>
      <Form
        schema={appCodeForm}
        initial={{ code: '' }}
        onSubmit={submit}
        submitLabel="Log in"
        busyLabel="Logging in…"
        safe=""
        guard={false}
        actions={
          <Button kind="quiet" onClick={onBack}>
            Back
          </Button>
        }
      >
        <Field name="code" kind="number" autoComplete="one-time-code" width="short" />
      </Form>
      <p className="quiet">Lost your phone? Ask an administrator to turn off the code.</p>
    </Popup>
  );
}
