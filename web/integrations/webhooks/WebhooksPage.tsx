import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import './webhooks.css';
import { useSearchParams } from 'react-router-dom';
import { integrations } from '../../../shared/contracts/integrations.ts';
import {
  type WebhookOwner,
  facilityOwner,
  partnerOwner,
} from '../../../shared/integrations/webhooks/owner.ts';
import { rotationDays, webhooksAllowed } from '../../../shared/integrations/webhooks/webhook.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { showDate } from '../../ui/formatted-text.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { type WebhookRow, WebhookForm } from './WebhookForm.tsx';
import { partnerPage } from '../../app/PartnerFrame.tsx';
import { useSession } from '../../app/session.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { EmptyState, FailedState, ForbiddenState, SkeletonLines } from '../../ui/states.tsx';
import { Deliveries } from './Deliveries.tsx';

/** Shows a new secret once. */
function SecretPopup({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const close = () => {
    setCopied(false);
    onClose();
  };
  return (
    <Popup
      open={secret !== undefined}
      title="Copy the secret"
      size="small"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Done</Button>
          <Button
            kind="primary"
            onClick={() => void navigator.clipboard.writeText(secret ?? '').then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy secret'}
          </Button>
        </>
      }
    >
      <p>Your system verifies each event with this secret. It is not shown again.</p>
      <p>
        <code className="webhook-secret">{secret}</code>
      </p>
    </Popup>
  );
}

interface Props {
  owner: WebhookOwner;
  webhook: WebhookRow;
  version: number;
  onSecret: (secret: string) => void;
}

function WebhookCard({ owner, webhook, version, onSecret }: Props) {
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
      <Button busy={remove.running} busyLabel="Deleting…" onClick={() => void onDelete()}>
        Delete<span className="hidden-text"> {name}</span>
      </Button>
    </>
  );
}

export const PartnerWebhooksPage = partnerPage(({ partnerId }) => (
  <Webhooks owner={partnerOwner(partnerId)} />
));

export const AdministratorWebhooksPage = () => <Webhooks owner="all" />;

export function FacilityWebhooksPage() {
  const { me } = useSession();
  return me?.facilityId ? <Webhooks owner={facilityOwner(me.facilityId)} /> : <ForbiddenState />;
}

function Webhooks({ owner }: { owner: WebhookOwner }) {
  const { data, error, retrying, reload } = useEndpoint(integrations.webhooks, { query: { owner } });
  const add = useAction(integrations.addWebhook, integrations.webhooks);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [search] = useSearchParams();
  const webhook = data?.webhooks.find(({ id }) => id === search.get('webhook'));
  if (data && webhook) return <Deliveries webhook={webhook} />;
  const isFull = (data?.webhooks.length ?? 0) >= webhooksAllowed;
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead={`The portal sends events to your systems, signed and in order per member. You can have ${webhooksAllowed} webhooks.`}
        actions={
          <Button kind="action" disabled={!data || isFull} onClick={() => setAdding(true)}>
            Add a webhook
          </Button>
        }
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.webhooks.length === 0 ? (
        <EmptyState
          icon="mail"
          title="No webhooks yet"
          text="Add one to be notified of members, payments, and roster changes without requesting them."
        />
      ) : (
        data.webhooks.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            owner={owner}
            webhook={webhook}
            version={data.version}
            onSecret={setSecret}
          />
        ))
      )}
      <Popup open={isAdding} title="Add a webhook" onClose={() => setAdding(false)}>
        <WebhookForm
          owner={owner}
          onSubmit={async (body) => {
            const added = await add.run({ body: { ...body, owner } }, { isQuiet: true });
            setAdding(false);
            setSecret(added.data.secret);
          }}
        />
      </Popup>
      <SecretPopup secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}
