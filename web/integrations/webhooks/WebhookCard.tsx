import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { integrations } from '../../../shared/contracts/integrations.ts';
import type { WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { rotationDays } from '../../../shared/integrations/webhooks/webhook.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { showDate } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import './webhooks.css';
import type { WebhookRow } from './webhook-row.ts';
import { WebhookForm } from './WebhookForm.tsx';

interface Props {
  owner: WebhookOwner;
  webhook: WebhookRow;
  version: number;
  onSecret: (secret: string) => void;
}

export function WebhookCard({ owner, webhook, version, onSecret }: Props) {
  const { id, url, description, kinds, includesPersonalData, isActive } = webhook;
  const save = useAction(integrations.saveWebhook, integrations.webhooks);
  const [isEditing, setEditing] = useState(false);
  const [, setSearch] = useSearchParams();
  const params = { webhookId: id };
  const name = description || url;
  const turn = () =>
    save.act({
      params,
      body: { url, description, kinds, includesPersonalData, isActive: !isActive, version },
    });
  return (
    <Card title={name}>
      <WebhookDetails webhook={webhook} />
      <div className="page-actions">
        <Button kind="primary" onClick={() => setSearch({ webhook: id })}>
          Show deliveries<span className="hidden-text"> of {name}</span>
        </Button>
        <Button onClick={() => setEditing(true)}>
          Edit<span className="hidden-text"> {name}</span>
        </Button>
        <Button busy={save.running} busyLabel="Saving…" onClick={() => void turn()}>
          {isActive ? 'Turn off' : 'Turn on'}
          <span className="hidden-text"> {name}</span>
        </Button>
        <SecretAndDeletion webhook={webhook} version={version} onSecret={onSecret} />
      </div>
      <Popup open={isEditing} title="Edit the webhook" onClose={() => setEditing(false)}>
        <WebhookForm
          owner={owner}
          webhook={webhook}
          onSubmit={async (body) => {
            await save.run({ params, body: { ...body, isActive, version } });
            setEditing(false);
          }}
        />
      </Popup>
    </Card>
  );
}

const WebhookDetails = ({
  webhook: {
    url,
    kinds,
    includesPersonalData,
    isActive,
    previousSecretUntil,
    createdByName,
    secretCreatedByName,
  },
}: Pick<Props, 'webhook'>) => (
  <DescriptionList
    items={[
      [
        'Status',
        <StatusBadge key="status" color={isActive ? 'green' : 'orange'} label={isActive ? 'On' : 'Off'} />,
      ],
      [
        'Address',
        <span className="webhook-address" key="url">
          {url}
        </span>,
      ],
      ['Events', kinds.join(', ')],
      ['Personal data', includesPersonalData ? 'Included' : 'IDs only'],
      ['Created by', createdByName],
      ...(secretCreatedByName === createdByName
        ? []
        : [['Secret replaced by', secretCreatedByName] as const]),
      ...(previousSecretUntil
        ? [['Previous secret', `Also signs until ${showDate(previousSecretUntil)}`] as const]
        : []),
    ]}
  />
);

function SecretAndDeletion({ webhook, version, onSecret }: Omit<Props, 'owner'>) {
  const rotate = useAction(integrations.rotateWebhookSecret, integrations.webhooks);
  const remove = useAction(integrations.deleteWebhook, integrations.webhooks);
  const confirm = useConfirm();
  const params = { webhookId: webhook.id };
  const name = webhook.description || webhook.url;
  const replaceSecret = async () => {
    const isSure = await confirm({
      title: 'Replace the secret?',
      text: `The new secret is shown once. The current one also signs for ${rotationDays} days, so that your system can change in between.`,
      action: 'Replace secret',
    });
    const replaced =
      isSure && (await rotate.act({ params, body: { endPrevious: false, version } }, { isQuiet: true }));
    if (replaced) onSecret(replaced.data.secret);
  };
  const onDelete = async () => {
    const isSure = await confirm({
      title: `Delete “${name}”?`,
      text: 'Waiting deliveries are not sent, and the list of deliveries is removed.',
      action: 'Delete webhook',
      danger: true,
    });
    if (isSure) await remove.act({ params });
  };
  return (
    <>
      <Button busy={rotate.running} busyLabel="Replacing…" onClick={() => void replaceSecret()}>
        Replace secret<span className="hidden-text"> of {name}</span>
      </Button>
      <Button kind="danger" busy={remove.running} busyLabel="Deleting…" onClick={() => void onDelete()}>
        Delete<span className="hidden-text"> {name}</span>
      </Button>
    </>
  );
}
