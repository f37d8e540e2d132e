import { integrations } from '../../../shared/contracts/integrations.ts';
import { creatorsOf, webhookRowOf } from '../../../shared/integrations/webhooks/webhook.ts';
import { loadUserNames } from '../../users/store.ts';
import { handle } from '../../handle.ts';
import { requireOwner } from '../webhooks/access.ts';
import { webhooksOf } from '../webhooks/store.ts';

export const handler = handle(integrations.webhooks, async ({ query: { owner }, caller, now }) => {
  requireOwner(caller, owner);
  const { webhooks, version } = await webhooksOf(owner);
  const names = await loadUserNames(webhooks.flatMap(creatorsOf));
  return {
    webhooks: webhooks.map((webhook) => webhookRowOf(webhook, now, names)),
    version,
  };
});
