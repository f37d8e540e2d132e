import { integrations } from '../../../shared/contracts/integrations.ts';
import { idsOfOwner, ownerOf } from '../../../shared/integrations/webhooks/owner.ts';
import { requireAddress, requireKinds } from '../../../shared/integrations/webhooks/webhook.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { loadOwnWebhook, webhookAudit } from '../webhooks/access.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { allowsLocal } from '../webhooks/send.ts';
import { webhooksChange } from '../webhooks/store.ts';

export const handler = handle(
  integrations.saveWebhook,
  async ({ params: { webhookId }, body: { version, description = '', ...form }, caller, now }) => {
    const { record, webhook } = await loadOwnWebhook(caller, webhookId);
    requireAddress(form.url, allowsLocal());
    requireKinds(ownerOf(webhookId), form.kinds);
    const after = { ...webhook, ...form, description };
    const webhooks = record.webhooks.map((other) => (other.id === webhookId ? after : other));
    await transact(
      ...webhooksChange(record, webhooks, version),
      webhookAudit('webhook changed', webhookId, { before: webhook, after }, { caller, now }),
    );
    if (after.url !== webhook.url)
      await emailNewAccess(caller, {
        ...idsOfOwner(ownerOf(webhookId)),
        what: `changed the address of a webhook to ${after.url}`,
      });
    forgetReceivers();
    const message =
      after.isActive === webhook.isActive
        ? 'The webhook was saved.'
        : after.isActive
          ? 'The webhook was turned on. Waiting deliveries are sent now.'
          : 'The webhook was turned off. Nothing is sent to it.';
    return { success: true, message };
  },
);
