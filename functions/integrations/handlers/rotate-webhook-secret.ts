import { integrations } from '../../../shared/contracts/integrations.ts';
import { idsOfOwner, ownerOf } from '../../../shared/integrations/webhooks/owner.ts';
import {
  creatorsOf,
  rotationDays,
  webhookRowOf,
  withNewSecret,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { loadUserNames } from '../../users/store.ts';
import { emailNewAccess } from '../../users/access-email.ts';
import { loadOwnWebhook, webhookAudit } from '../webhooks/access.ts';
import { currentKeyVersion, secretOf } from '../webhooks/secret.ts';
import { webhooksChange } from '../webhooks/store.ts';

export const handler = handle(
  integrations.rotateWebhookSecret,
  async ({ params: { webhookId }, body: { endPrevious, version }, caller, now }) => {
    const { record, webhook } = await loadOwnWebhook(caller, webhookId);
    const keyVersion = await currentKeyVersion();
    const after = withNewSecret(webhook, { createdBy: caller.userId, keyVersion, endPrevious, now });
    const webhooks = record.webhooks.map((other) => (other.id === webhookId ? after : other));
    await transact(
      ...webhooksChange(record, webhooks, version),
      webhookAudit('webhook secret replaced', webhookId, { before: webhook, after }, { caller, now }),
    );
    await emailNewAccess(caller, {
      ...idsOfOwner(ownerOf(webhookId)),
      what: `replaced the secret of the webhook to ${webhook.url}`,
    });
    const [secret] = after.secrets;
    if (!secret) throw new Error(`webhook ${webhookId} has no secret`);
    const names = await loadUserNames(creatorsOf(after));
    return {
      success: true,
      message: endPrevious
        ? 'The secret was replaced. The previous one no longer signs.'
        : `The secret was replaced. The previous one also signs for ${rotationDays} days.`,
      data: {
        ...webhookRowOf(after, now, names),
        secret: await secretOf(webhookId, secret),
      },
    };
  },
);
