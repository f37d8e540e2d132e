import { useState } from 'react';
import { site } from '../../shared/contracts/site.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useCaptcha } from './use-captcha.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading, PageTitle } from '../ui/PageTitle.tsx';
import './visitor-forms.css';
import { HereToHelp } from './HereToHelp.tsx';
import { Sent } from './Sent.tsx';
import { newId } from '../platform/time-and-chance.ts';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { CallsToAction, SupportLine } from './CallsToAction.tsx';
import './guest.css';
import './audience.css';
import './pictures.css';
import './sections.css';
import { Lighthouse } from './pictures/audiences.tsx';

export function ContactUsPage() {
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

const beliefs = [
  {
    title: 'A benefit counts only when people use it',
    text: 'We remove the obstacles between an invitation and the first visit: paperwork, uncertainty, and distance.',
  },
  {
    title: 'Every dollar is explained',
    text: 'Open any amount to see where it comes from. You never have to take our word for it.',
  },
  {
    title: 'Health is private',
    text: 'Partners see what they pay for. Activities of members at the club stay private.',
  },
  {
    title: 'Plain language helps everyone',
    text: 'Our error messages explain what happened, what is safe, and what to do next. Our bills are just as clear.',
  },
];

export default function AboutUsPage() {
  return (
    <div className="guest">
      <section className="hero hero-small">
        <div className="hero-words">
          <PageTitle>A harbor for healthy habits</PageTitle>
          <p className="lead">
            Wellport connects the organizations that pay for fitness, the clubs that offer it, and the members
            who enjoy it, and keeps accurate accounts for all three.
          </p>
          <div className="hero-actions">
            <Link className="arrow-link" to={pathTo('contactUs')}>
              Contact us
              <Icon name="arrow-right" size={16} />
            </Link>
          </div>
          <SupportLine />
        </div>
        <Lighthouse />
      </section>
      <section aria-labelledby="beliefs-title">
        <h2 id="beliefs-title">Our principles</h2>
        <ul className="benefits benefits-wide">
          {beliefs.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <CallsToAction />
    </div>
  );
}
