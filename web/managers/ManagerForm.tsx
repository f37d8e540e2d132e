import type { ReactNode } from 'react';
import { managers } from '../../shared/contracts/managers.ts';
import { loadOnce, useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { UserFields } from '../users/UserFields.tsx';

interface ManagerFormProps {
  managerId: string;
  whose: 'You' | 'The manager';
  onSaved?: () => Promise<unknown>;
  actions?: ReactNode;
}

export function ManagerForm({ managerId, whose, onSaved, actions }: ManagerFormProps) {
  const save = useAction(managers.update);
  const confirm = useConfirm();
  const { data, error, retrying, reload, mutate } = useEndpoint(managers.get, { query: { managerId } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={4} />;
  const hasNewEmail = (email: string) => email.trim().toLowerCase() !== data.email.toLowerCase();
  return (
    <Card>
      {data.newEmail && (
        <div className="alert alert-info">
          <p>
            We emailed a link to {data.newEmail}. The new email takes effect when the link is opened. Until
            then, the email is {data.email}.
          </p>
        </div>
      )}
      <Form
        key={managerId}
        schema={managers.update.body}
        initial={data}
        needsChange
        submitLabel="Save"
        busyLabel="Saving…"
        actions={actions}
        loadLatest={async () => ({ values: await loadOnce(managers.get, { query: { managerId } }) })}
        onSubmit={async (body) => {
          if (hasNewEmail(body.email)) {
            const isSure = await confirm({
              title: 'Change the email?',
              text: `We email a link to ${body.email}. When it is opened, ${whose === 'You' ? 'you are' : 'the manager is'} logged out everywhere and ${whose === 'You' ? 'log' : 'logs'} in with the new email. We also notify the old email.`,
              action: 'Send link',
            });
            if (!isSure) return false;
          }
          await save.run({ body });
          const stored = await mutate();
          await onSaved?.();
          return { stored };
        }}
      >
        <UserFields emailHint="A new email takes effect when its link is opened." />
        {whose === 'The manager' && <Field name="access" />}
      </Form>
    </Card>
  );
}
