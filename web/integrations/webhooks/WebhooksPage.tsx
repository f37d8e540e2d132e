import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { integrations } from '../../../shared/contracts/integrations.ts';
import {
  facilityOwner,
  partnerOwner,
  type WebhookOwner,
} from '../../../shared/integrations/webhooks/owner.ts';
import { webhooksAllowed } from '../../../shared/integrations/webhooks/webhook.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { partnerPage } from '../../app/partner-page.tsx';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { EmptyState, FailedState, ForbiddenState, SkeletonLines } from '../../ui/states.tsx';
import { Deliveries } from './Deliveries.tsx';
import { SecretPopup } from './SecretPopup.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { WebhookForm } from './WebhookForm.tsx';

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
