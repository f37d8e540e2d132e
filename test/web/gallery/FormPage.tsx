import { useState } from 'react';
import * as z from 'zod';
import * as fields from '../../../shared/fields.ts';
import { password } from '../../../shared/fields.ts';
import { CallError } from '../../../web/platform/call-error.ts';
import { Form } from '../../../web/app/form.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { fileField } from '../../../web/ui/file-field.ts';
import { PageHeading } from '../../../web/ui/PageTitle.tsx';

const schema = z.object({
  name: fields.text('Name', { max: 30 }),
  email: fields.email('Email'),
  contactNumber: fields.usPhone('Contact Number', { required: false }),
  state: fields.state('State'),
  accountType: fields.choice('Account Type', [
    { value: 0, label: 'Checking' },
    { value: 1, label: 'Savings' },
  ]),
  plan: fields.choice('Plan', [
    { value: 1, label: 'Partner paid' },
    { value: 2, label: 'Member paid' },
    { value: 3, label: 'Partner and member paid' },
  ]),
  fee: fields.dollars('Program Fee', { most: 9_999_999_999 }),
  visits: fields.wholeNumber('Visits to reimburse', { least: 0, most: 31 }),
  launch: fields.calendarDate('Launch Date', { required: false }),
  period: fields.month('First month', { required: false }),
  password: password('Password'),
  notes: fields.text('Notes', { max: 200, lines: true, required: false }),
  list: fileField({ label: 'Member list', accept: ['.xlsx'], maxBytes: 25_600, required: false }),
  agreed: fields.flag('I have read the agreement', { mustBeTrue: true }),
});

const states = [
  { value: 'IA', label: 'Iowa' },
  { value: 'MI', label: 'Michigan' },
  { value: 'MN', label: 'Minnesota' },
  { value: 'WI', label: 'Wisconsin' },
];

const latest = { fee: '40.00', accountType: '', notes: 'Call before noon', launch: '2026-12-01' };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let refusedOnce = false;

async function respond(name: string) {
  // long enough to observe the sending state on a slow machine
  await pause(1000);
  if (name === 'taken') {
    throw new CallError({
      status: 422,
      fields: { email: 'Email must be unique. Item with it already exist.' },
    });
  }
  if (name === 'broken') throw new CallError({ status: 500, requestId: '01JD3V8Q' });
  if (name === 'offline') throw new CallError({ status: 0 });
  if (name === 'stale' && !refusedOnce) {
    refusedOnce = true;
    throw new CallError({ status: 409, message: 'Someone else changed this partner. Reload and try again.' });
  }
  if (name === 'hidden') throw new CallError({ status: 422, fields: { elsewhere: 'Partner is not valid.' } });
}

const second = z.object({ comment: z.string().meta({ title: 'Comment' }) });

export function FormPage() {
  const [sent, setSent] = useState<unknown[]>([]);
  return (
    <>
      <PageHeading title="Add a partner" lead="Partners pay for the memberships of their employees." />
      <Card title="Partner">
        <Form
          schema={schema}
          initial={{ fee: '', accountType: '' }}
          submitLabel="Add the partner"
          busyLabel="Adding the partner…"
          loadLatest={async () => {
            await pause(50);
            return { values: latest };
          }}
          onSubmit={async (values) => {
            await respond(values.name);
            setSent((before) => [...before, values]);
          }}
        >
          <div className="form-row">
            <Field name="name" autoComplete="organization" />
            <Field name="email" />
          </div>
          <div className="form-row">
            <Field name="contactNumber" hint="In the form +16125550100" />
            <Field name="state" options={states} />
          </div>
          <div className="form-row">
            <Field name="accountType" />
            <Field name="plan" kind="radio" />
          </div>
          <div className="form-row">
            <Field name="fee" />
            <Field name="visits" />
            <Field name="launch" />
          </div>
          <Field name="period" years={[2025, 2027]} />
          <Field
            name="password"
            hint="At least 8 symbols, with a letter and a digit"
            autoComplete="new-password"
            width="medium"
          />
          <Field name="notes" />
          <Field name="list" kind="file" accept={['.xlsx']} maxBytes={25_600} />
          <Field name="agreed" />
        </Form>
      </Card>
      {/* an unchanged form must not replace the leave confirmation of the others */}
      <Form schema={second} initial={{ comment: '' }} submitLabel="Send comment" onSubmit={() => pause(0)}>
        <Field name="comment" />
      </Form>
      <pre data-testid="sent" hidden>
        {JSON.stringify(sent)}
      </pre>
    </>
  );
}
