import { integrations } from '../../../shared/contracts/integrations.ts';
import { idsOfOwner } from '../../../shared/integrations/webhooks/owner.ts';
import {
  requireAddress,
  requireKinds,
  requireSpace,
  webhookRowOf,
  withNewSecret,
  type Webhook,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { loadFacility } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../../partners/store.ts';
import { transact } from '../../table/transact.ts';
import { nameOf } from '../../users/caller.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { requireOwner, webhookAudit } from '../webhooks/access.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { currentKeyVersion, secretOf } from '../webhooks/secret.ts';
import { allowsLocal } from '../webhooks/send.ts';
import { webhooksChange, webhooksOf } from '../webhooks/store.ts';

export const handler = handle(integrations.addWebhook, async ({ body, caller, now, newId }) => {
  const { owner, description = '', ...form } = body;
  requireOwner(caller, owner);
  const { partnerId, facilityId } = idsOfOwner(owner);
  if (partnerId !== undefined) await loadPartner(partnerId);
  if (facilityId !== undefined) await loadFacility(facilityId);
  requireAddress(form.url, allowsLocal());
  requireKinds(owner, form.kinds);
  const before = await webhooksOf(owner);
  requireSpace(before);
  const added: Webhook = {
    id: `${owner}-${newId()}`,
    ...form,
    description,
    isActive: true,
    secrets: [],
    createdAt: now.toISOString(),
    createdBy: caller.userId,
  };
  const webhook = withNewSecret(added, {
    createdBy: caller.userId,
    keyVersion: await currentKeyVersion(),
    endPrevious: true,
    now,
  });
  await transact(
    ...webhooksChange(before, [...before.webhooks, webhook]),
    webhookAudit('webhook added', webhook.id, { after: webhook }, { caller, now }),
  );
  forgetReceivers();
  await emailNewAccess(caller, { ...idsOfOwner(owner), what: `added a webhook to ${webhook.url}` });
  const [secret] = webhook.secrets;
  if (!secret) throw new Error(`webhook ${webhook.id} has no secret`);
  return {
    success: true,
    message: 'The webhook was added. Copy its secret now; it is not shown again.',
    data: {
      ...webhookRowOf(webhook, now, new Map([[caller.userId, nameOf(caller)]])),
      secret: await secretOf(webhook.id, secret),
    },
  };
});
