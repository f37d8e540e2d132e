import { useEffect, useRef, useState } from 'react';
import { nominationGeneralInfo } from '../../shared/site/contact-request.ts';
import { site } from '../../shared/contracts/site.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { useCaptcha } from './use-captcha.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { StateField } from '../ui/StateField.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import './visitor-forms.css';
import { HereToHelp } from './HereToHelp.tsx';
import { Sent } from './Sent.tsx';
import { newId } from '../platform/time-and-chance.ts';

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

export default function NominateClubPage() {
  const [submissionId, setSubmissionId] = useState(newId);
  const [sent, setSent] = useState(false);
  return (
    <>
      <PageHeading
        title="Nominate a club"
        lead="Enter the club that you would like to use. We forward it to our club team."
      />
      <div className="with-aside">
        <Card>
          {sent ? (
            <Sent
              title="Nomination sent"
              text="Our club team received your nomination."
              action={
                <Button
                  onClick={() => {
                    setSubmissionId(newId());
                    setSent(false);
                  }}
                >
                  Nominate another club
                </Button>
              }
            />
          ) : (
            <Wizard submissionId={submissionId} onSent={() => setSent(true)} />
          )}
        </Card>
        <HereToHelp />
      </div>
    </>
  );
}

function Wizard({ submissionId, onSent }: { submissionId: string; onSent: () => void }) {
  const send = useAction(site.nominateClub);
  const captcha = useCaptcha();
  const [step, setStep] = useState(0);
  const [reached, setReached] = useState(false);
  const last = step === 1;
  return (
    <Form
      schema={last ? site.nominateClub.body : nominationGeneralInfo}
      initial={empty}
      submitLabel={last ? 'Submit nomination' : 'Next'}
      busyLabel={last ? 'Sending…' : 'Next'}
      submitKind={last ? 'action' : 'primary'}
      needsChange
      disabled={last && captcha.missing}
      actions={last && <Button onClick={() => setStep(0)}>Back</Button>}
      onSubmit={async (values) => {
        if (!last) {
          setReached(true);
          setStep(1);
          return false;
        }
        const body = { ...empty, ...values, submissionId };
        await captcha.guard(() => send.run({ body }, { headers: captcha.headers }));
        onSent();
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
