import { kindsFor } from '../../../shared/integrations/webhooks/event-kinds.ts';
import type { WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { webhookForm } from '../../../shared/integrations/webhooks/webhook.ts';
import { Form } from '../../app/form.tsx';
import { Field } from '../../ui/Field.tsx';
import type { WebhookRow } from './webhook-row.ts';
import { EventChoices } from './EventChoices.tsx';

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
