import { integrations } from '../../../shared/contracts/integrations.ts';
import { webhookRowOf } from '../../../shared/integrations/webhooks/webhook.ts';
import { handle } from '../../handle.ts';
import { requireOwner } from '../webhooks/access.ts';
import { webhooksOf } from '../webhooks/store.ts';

export const handler = handle(integrations.webhooks, async ({ query: { owner }, caller, now }) => {
  requireOwner(caller, owner);
  const { webhooks, version } = await webhooksOf(owner);
  return { webhooks: webhooks.map((webhook) => webhookRowOf(webhook, now)), version };
});
