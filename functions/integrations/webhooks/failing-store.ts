import * as z from 'zod';
import {
  isFailingLong,
  failingStateDays,
  type Webhook,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { change } from '../../table/change.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { get } from '../../table/table.ts';
import { transact } from '../../table/transact.ts';
import type { Change } from '../../table/write.ts';

/** A receiver that has accepted nothing since an instant. */
const failing = z.object({
  webhookId: z.string(),
  since: z.string(),
  notifiedAt: z.string().nullable(),
  expiresAt: z.int(),
  version: z.int(),
});
type Failing = z.output<typeof failing>;

const failingEntity = entity({
  name: 'failing webhook',
  schema: failing,
  key: ({ webhookId }) => keys.failingWebhook(webhookId),
});

const lost = new Refusal('conflict', 'Another run recorded this webhook.');
const stateChange = (before: Failing | null, after: Failing | null): Change[] =>
  change(failingEntity, before, after, { lost });

/** Attempts of one run. */
export interface Attempts {
  delivered: number;
  failed: number;
}

/**
 * Records whether a receiver fails, and starts the email to its owner once per period without an accepted event. A
 * receiver that works costs one read per run and no write.
 */
export async function recordAttempts(webhook: Webhook, attempts: Attempts, now: Date): Promise<void> {
  if (attempts.delivered === 0 && attempts.failed === 0) return;
  try {
    await recordState(webhook.id, attempts, now);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error;
  }
}

async function recordState(webhookId: string, { delivered }: Attempts, now: Date): Promise<void> {
  const before = (await get(failingEntity, keys.failingWebhook(webhookId))) ?? null;
  if (delivered > 0) {
    if (before) await transact(...stateChange(before, null));
    return;
  }
  if (!before) {
    const expiresAt = Math.floor(now.getTime() / 1000) + failingStateDays * 86_400;
    const state = { webhookId, since: now.toISOString(), notifiedAt: null, expiresAt, version: 0 };
    await transact(...stateChange(null, state));
    return;
  }
  if (before.notifiedAt !== null || !isFailingLong(before.since, now)) return;
  const job = {
    id: `failing-${webhookId}-${Date.parse(before.since)}`,
    kind: 'webhook email',
    input: { webhookId, since: before.since },
    total: 1,
    message: 'Notifying the owner of a webhook.',
  } as const;
  const notified = stateChange(before, { ...before, notifiedAt: now.toISOString() });
  await beginJob(job, { userId: 'webhooks' }, now, notified);
}
