import { integrations } from '../../../shared/contracts/integrations.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { loadOwnWebhook, webhookAudit } from '../webhooks/access.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { webhooksChange } from '../webhooks/store.ts';

export const handler = handle(integrations.deleteWebhook, async ({ params: { webhookId }, caller, now }) => {
  const { record, webhook } = await loadOwnWebhook(caller, webhookId);
  const webhooks = record.webhooks.filter(({ id }) => id !== webhookId);
  await transact(
    ...webhooksChange(record, webhooks),
    webhookAudit('webhook deleted', webhookId, { before: webhook }, { caller, now }),
  );
  forgetReceivers();
  return { success: true, message: 'The webhook was deleted.' };
});
