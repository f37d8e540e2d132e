import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import { site } from '../../shared/contracts/site.ts';
import { guestCaseForm } from '../../shared/privacy/privacy-case.ts';
import { nominationGeneralInfo } from '../../shared/site/contact-request.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { newId } from '../platform/time-and-chance.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { StateField } from '../ui/StateField.tsx';
import { Sent } from './Sent.tsx';
import { useCaptcha } from './use-captcha.tsx';
import './visitor-forms.css';

// The forms below the headings of guest-pages.ts and legal/pages.ts. Their code loads at the first use of a page.

interface SubmissionProps {
  submissionId: string;
  onSent: () => void;
}

interface SendableProps {
  title: string;
  text: string;
  again: string;
  form: ComponentType<SubmissionProps>;
}

/** A form, or the confirmation after it was sent. One ID per completed form: double clicks and retries send it once. */
function Sendable({ title, text, again, form: SentForm }: SendableProps) {
  const [submissionId, setSubmissionId] = useState(newId);
  const [sent, setSent] = useState(false);
  const restart = () => {
    setSubmissionId(newId());
    setSent(false);
  };
  return (
    <Card>
      {sent ? (
        <Sent title={title} text={text} action={<Button onClick={restart}>{again}</Button>} />
      ) : (
        <SentForm submissionId={submissionId} onSent={() => setSent(true)} />
      )}
    </Card>
  );
}

export const ContactUs = () => (
  <Sendable
    title="Message sent"
    text="We will reply to your email address."
    again="Send another message"
    form={ContactForm}
  />
);

function ContactForm({ submissionId, onSent }: SubmissionProps) {
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

const steps = ['General Info', 'Club Info'] as const;
const empty = {
  name: '',
  email: '',
  provider: '',
  clubName: '',
  city: '',
  state: '',
  clubContactName: '',
  clubContactNumber: '',
  clubEmail: '',
};

export const NominateClub = () => (
  <Sendable
    title="Nomination sent"
    text="Our club team received your nomination."
    again="Nominate another club"
    form={Wizard}
  />
);

function Wizard({ submissionId, onSent }: SubmissionProps) {
  const send = useAction(site.nominateClub);
  const captcha = useCaptcha();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [reached, setReached] = useState(false);
  // Back of the browser returns to the first step; a reload begins with it, because entries are not stored
  const last = reached && query.get('step') === '2';
  const step = last ? 1 : 0;
  return (
    <Form
      schema={last ? site.nominateClub.body : nominationGeneralInfo}
      initial={empty}
      submitLabel={last ? 'Submit nomination' : 'Next'}
      busyLabel={last ? 'Sending…' : 'Next'}
      submitKind={last ? 'action' : 'primary'}
      needsChange
      disabled={last && captcha.missing}
      actions={last && <Button onClick={() => void navigate(-1)}>Back</Button>}
      onSubmit={async (values) => {
        if (!last) {
          setReached(true);
          await navigate('?step=2');
          return false;
        }
        const body = { ...empty, ...values, submissionId };
        await captcha.guard(() => send.run({ body }, { headers: captcha.headers }));
        onSent();
        await navigate({ search: '' }, { replace: true });
        return true;
      }}
    >
      <ol className="wizard-steps" aria-label="Steps">
        {steps.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step}>
            {name}
          </li>
        ))}
      </ol>
      <StepTitle key={step} step={step} focused={reached} />
      {last ? <FacilityFields /> : <GeneralFields />}
      {last && captcha.widget}
    </Form>
  );
}

/** Moves the focus to the title when the step changes, so that screen readers announce it. */
function StepTitle({ step, focused }: { step: number; focused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h2 className="wizard-title" ref={heading} tabIndex={-1}>
      {steps[step]}
      <span className="quiet">
        Step {step + 1} of {steps.length}
      </span>
    </h2>
  );
}

const GeneralFields = () => (
  <>
    <div className="form-grid">
      <Field name="name" autoComplete="name" />
      <Field name="email" autoComplete="email" />
    </div>
    <Field
      name="provider"
      hint="The employer, insurer, or program that helps with your dues, if you know it."
    />
  </>
);

const FacilityFields = () => (
  <>
    <div className="form-grid">
      <Field name="clubName" />
      <Field name="city" />
      <StateField name="state" />
    </div>
    <div className="form-grid">
      <Field name="clubContactName" hint="A person at the club we can contact." />
      <Field name="clubContactNumber" autoComplete="off" width="full" />
      <Field name="clubEmail" autoComplete="off" />
    </div>
  </>
);

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
          text="Open the link in the email that we sent you, and file the request there. The link expires in three days."
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
