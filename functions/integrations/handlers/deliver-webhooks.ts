import { errorFields, log } from '../../platform/log.ts';
import { now } from '../../platform/clock.ts';
import { milliseconds } from '../../platform/time-and-chance.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { deliverWaiting } from '../webhooks/deliver.ts';
import { everyWebhook } from '../webhooks/store.ts';

/** A run ends before the next one begins. */
const runMs = 50_000;
const concurrency = 20;

/** Sends waiting webhook deliveries that are due. A failure of one webhook does not stop the others. */
export const handler = withSettings(async (): Promise<void> => {
  const end = milliseconds() + runMs;
  const webhooks = everyWebhook();
  const errors: unknown[] = [];
  const sender = async () => {
    for (let next = await webhooks.next(); !next.done; next = await webhooks.next())
      try {
        await deliverWaiting(next.value, { now, timeLeft: () => end - milliseconds() });
      } catch (error) {
        log('error', 'webhook not delivered', { webhookId: next.value.id, ...errorFields(error) });
        errors.push(error);
      }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  if (errors.length > 0) throw errors[0];
});
