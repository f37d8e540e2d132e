import { visitEmailForm } from '../../shared/accounts/visit-emails.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

/** Selects the emails about visits that a membership receives. */
export function VisitEmails({ memberId }: { memberId: string }) {
  const { data, error, reload, retrying } = useEndpoint(visits.emailChoices, { query: { memberId } });
  const save = useAction(visits.saveEmailChoices, visits.emailChoices);
  return (
    <Card title="Emails about your visits">
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Form
          schema={visitEmailForm}
          initial={data}
          submitLabel="Save emails"
          busyLabel="Saving…"
          onSubmit={async (choices) => void (await save.run({ body: { ...choices, memberId } }))}
        >
          <Field name="firstVisit" />
          <Field name="goal" />
          <Field name="reminder" />
        </Form>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  );
}
