import { integrations } from '../../../shared/contracts/integrations.ts';
import { handle } from '../../handle.ts';
import { loadOwnWebhook } from '../webhooks/access.ts';
import { pageOfDeliveries } from '../webhooks/delivery-pages.ts';

export const handler = handle(
  integrations.webhookDeliveries,
  async ({ params: { webhookId }, query: { status, cursor }, caller, now }) => {
    await loadOwnWebhook(caller, webhookId);
    return pageOfDeliveries(webhookId, status, { cursor, now });
  },
);
