import { integrations } from '../../../shared/contracts/integrations.ts';
import { rotationDays, webhookRowOf, withNewSecret } from '../../../shared/integrations/webhooks/webhook.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { loadOwnWebhook, webhookAudit } from '../webhooks/access.ts';
import { currentKeyVersion, secretOf } from '../webhooks/secret.ts';
import { webhooksChange } from '../webhooks/store.ts';

export const handler = handle(
  integrations.rotateWebhookSecret,
  async ({ params: { webhookId }, body: { endPrevious, version }, caller, now }) => {
    const { record, webhook } = await loadOwnWebhook(caller, webhookId);
    const keyVersion = await currentKeyVersion();
    const after = withNewSecret(webhook, { keyVersion, endPrevious, now });
    const webhooks = record.webhooks.map((other) => (other.id === webhookId ? after : other));
    await transact(
      ...webhooksChange(record, webhooks, version),
      webhookAudit('webhook secret replaced', webhookId, { before: webhook, after }, { caller, now }),
    );
    const [secret] = after.secrets;
    if (!secret) throw new Error(`webhook ${webhookId} has no secret`);
    return {
      success: true,
      message: endPrevious
        ? 'The secret was replaced. The previous one no longer signs.'
        : `The secret was replaced. The previous one also signs for ${rotationDays} days.`,
      data: { ...webhookRowOf(after, now), secret: await secretOf(webhookId, secret) },
    };
  },
);
