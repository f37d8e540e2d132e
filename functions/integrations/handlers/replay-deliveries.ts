import { integrations } from '../../../shared/contracts/integrations.ts';
import { plural } from '../../../shared/plural.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { newOrderedId } from '../../platform/time-and-chance.ts';
import { transact } from '../../table/transact.ts';
import { loadOwnWebhook, webhookAudit } from '../webhooks/access.ts';
import { failedDeliveries, requeued } from '../webhooks/queue-store.ts';

export const handler = handle(
  integrations.replayDeliveries,
  async ({ params: { webhookId }, body: { deliveryIds }, caller, now }) => {
    const { webhook } = await loadOwnWebhook(caller, webhookId);
    if (!webhook.isActive)
      throw new Refusal('conflict', 'This webhook is turned off. Nothing was sent. Turn it on first.');
    // in the order of their events
    const failed = await failedDeliveries(webhookId, deliveryIds.toSorted(), now);
    if (failed.length === 0)
      throw new Refusal('conflict', 'These deliveries are not failed any more. Nothing was sent. Reload.');
    await transact(
      ...failed.flatMap((delivery) => requeued(delivery, newOrderedId())),
      webhookAudit(
        'webhook deliveries repeated',
        webhookId,
        { more: { deliveries: failed.map(({ id }) => id) } },
        { caller, now },
      ),
    );
    return {
      success: true,
      message: `${plural(failed.length, 'delivery', 'deliveries')} will be sent again.`,
    };
  },
);
