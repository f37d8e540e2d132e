import { useState } from 'react';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { guestCaseForm } from '../../../shared/privacy/privacy-forms.ts';
import { useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Sent } from '../Sent.tsx';
import { useCaptcha } from '../use-captcha.tsx';
import '../visitor-forms.css';

/** The portal's own form, where no external one is configured. The emailed link verifies the identity. */
export function PrivacyRequestForm() {
  const [sent, setSent] = useState(false);
  const send = useAction(privacy.fileAsGuest);
  const captcha = useCaptcha();
  return (
    <section className="card request-form" aria-labelledby="request-online">
      <h2 id="request-online">Online</h2>
      {sent ? (
        <Sent
          title="Check your email"
          text="Open the link in the email that we sent you. It files the request and expires in three days."
          action={<Button onClick={() => setSent(false)}>Send another request</Button>}
        />
      ) : (
        <Form
          schema={guestCaseForm}
          initial={{ name: '', email: '', kind: 'access', details: '' }}
          submitLabel="Send request"
          busyLabel="Sending…"
          submitKind="action"
          needsChange
          disabled={captcha.missing}
          onSubmit={async (body) => {
            await captcha.guard(() => send.run({ body }, { headers: captcha.headers, isQuiet: true }));
            setSent(true);
          }}
        >
          <div className="form-grid">
            <Field name="name" autoComplete="name" />
            <Field name="email" autoComplete="email" />
          </div>
          <Field name="kind" kind="select" width="medium" />
          <Field
            name="details"
            rows={4}
            hint="For a correction: what is wrong, and how it should read. Do not send health records, account numbers, or passwords."
          />
          {captcha.widget}
        </Form>
      )}
    </section>
  );
}
