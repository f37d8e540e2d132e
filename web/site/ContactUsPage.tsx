import { useState } from 'react';
import { site } from '../../shared/contracts/site.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useCaptcha } from './use-captcha.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import './visitor-forms.css';
import { HereToHelp } from './HereToHelp.tsx';
import { Sent } from './Sent.tsx';
import { newId } from '../platform/time-and-chance.ts';

export default function ContactUsPage() {
  // one ID per completed form, so that double clicks and retries send one message
  const [submissionId, setSubmissionId] = useState(newId);
  const [sent, setSent] = useState(false);
  return (
    <>
      <PageHeading title="Contact us" lead="Describe your request, and the right team will reply." />
      <div className="with-aside">
        <Card>
          {sent ? (
            <Sent
              title="Message sent"
              text="We will reply to your email address."
              action={
                <Button
                  onClick={() => {
                    setSubmissionId(newId());
                    setSent(false);
                  }}
                >
                  Send another message
                </Button>
              }
            />
          ) : (
            <ContactForm submissionId={submissionId} onSent={() => setSent(true)} />
          )}
        </Card>
        <HereToHelp />
      </div>
    </>
  );
}

function ContactForm({ submissionId, onSent }: { submissionId: string; onSent: () => void }) {
  const send = useAction(site.contactUs);
  const captcha = useCaptcha();
  return (
    <Form
      schema={site.contactUs.body}
      initial={{
        fullName: '',
        companyName: '',
        emailAddress: '',
        contactNumber: '',
        userDescriptionId: '',
        Message: '',
      }}
      submitLabel="Send message"
      busyLabel="Sending…"
      submitKind="action"
      needsChange
      disabled={captcha.missing}
      onSubmit={async (values) => {
        const body = { ...values, submissionId };
        await captcha.guard(() => send.run({ body }, { headers: captcha.headers }));
        onSent();
      }}
    >
      <div className="form-grid">
        <Field name="fullName" autoComplete="name" />
        <Field name="companyName" autoComplete="organization" />
        <Field name="emailAddress" autoComplete="email" />
        <Field name="contactNumber" autoComplete="tel" width="full" />
      </div>
      <Field name="userDescriptionId" width="medium" />
      <Field name="Message" hint="What should we be prepared to discuss? Up to 300 characters." rows={5} />
      {captcha.widget}
    </Form>
  );
}
