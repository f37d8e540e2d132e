import type { ResponseOf } from '../../../shared/endpoint.ts';
import type { integrations } from '../../../shared/contracts/integrations.ts';
import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import {
  eventKinds,
  type EventKindName,
  kindsFor,
} from '../../../shared/integrations/webhooks/event-kinds.ts';
import { useFieldContext, FieldFrame } from '../../ui/FieldFrame.tsx';
import type { WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { webhookForm } from '../../../shared/integrations/webhooks/webhook.ts';
import { Form } from '../../app/form.tsx';
import { Field } from '../../ui/Field.tsx';

export type WebhookRow = ResponseOf<typeof integrations.webhooks>['webhooks'][number];

/** Checkboxes of the events that a webhook receives, as the field `kinds` of a form. */
function EventChoices({ kinds }: { kinds: readonly EventKindName[] }) {
  const { prefix, visibleErrors } = useFieldContext();
  const { field, fieldState } = useController({ name: 'kinds' });
  useEffect(() => {
    visibleErrors.add('kinds');
    return () => void visibleErrors.delete('kinds');
  }, [visibleErrors]);
  const chosen = (field.value ?? []) as EventKindName[];
  const id = `${prefix}-kinds`;
  return (
    <FieldFrame
      ids={{ control: id, hint: `${id}-hint`, error: `${id}-error` }}
      label="Events"
      required
      group
      error={fieldState.error?.message}
    >
      {kinds.map((kind) => (
        <label className="choice" key={kind}>
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onBlur={field.onBlur}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
            }
          />
          <span>
            {kind} <span className="quiet">{eventKinds[kind].when}</span>
          </span>
        </label>
      ))}
    </FieldFrame>
  );
}

interface Entered {
  url: string;
  description: string;
  kinds: WebhookRow['kinds'];
  includesPersonalData: boolean;
}

interface Props {
  owner: WebhookOwner;
  webhook?: WebhookRow | undefined;
  onSubmit: (entered: Entered) => Promise<unknown>;
}

export const WebhookForm = ({ owner, webhook, onSubmit }: Props) => (
  <Form
    schema={webhookForm}
    initial={{
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      kinds: webhook?.kinds ?? [],
      includesPersonalData: webhook?.includesPersonalData ?? false,
    }}
    submitLabel={webhook ? 'Save webhook' : 'Add webhook'}
    busyLabel="Saving…"
    needsChange={webhook !== undefined}
    onSubmit={({ description, ...entered }) => onSubmit({ ...entered, description: description ?? '' })}
  >
    <Field name="url" hint="The https address that receives the events." autoComplete="off" />
    <Field
      name="description"
      hint="For your own reference, such as the name of the system."
      autoComplete="off"
    />
    <EventChoices kinds={kindsFor(owner)} />
    <Field
      name="includesPersonalData"
      kind="checkbox"
      hint="Adds names and amounts of members to the events. Without it, events contain IDs only."
    />
  </Form>
);
