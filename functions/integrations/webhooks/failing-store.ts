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
import { webhookAudit } from './access.ts';
import { forgetReceivers } from './events.ts';
import { mustLoadWebhook, webhooksChange } from './store.ts';

/** A receiver that has accepted nothing since an instant. */
const failing = z.object({
  webhookId: z.string(),
  since: z.string(),
  notifiedAt: z.string().nullable(),
  /** ISO instant of the next attempt that the receiver requested (`Retry-After`). */
  restsUntil: z.string().nullable().default(null),
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
  /** ISO instant of the next attempt that the receiver requested; null without a request. */
  restsUntil: string | null;
  /** Whether the receiver responded that it does not exist any more. */
  isRetired: boolean;
}

/** A longer wait would stop a webhook without notice. */
const longestRestMs = 24 * 3_600_000;

/** Reports whether the receiver requested a later attempt. */
export async function isResting(webhookId: string, now: Date): Promise<boolean> {
  const state = await get(failingEntity, keys.failingWebhook(webhookId));
  return (state?.restsUntil ?? '') > now.toISOString();
}

/** Turns off a webhook after its receiver was removed, and starts the email to its owner. */
export async function turnOffRetired(webhook: Webhook, now: Date): Promise<void> {
  const { record, webhook: before } = await mustLoadWebhook(webhook.id);
  // its owner changed it in this moment
  if (!before.isActive || before.url !== webhook.url) return;
  const after = { ...before, isActive: false };
  const caller = { userId: 'webhooks' };
  const since = now.toISOString();
  const job = {
    id: `gone-${webhook.id}-${now.getTime()}`,
    kind: 'webhook email',
    input: { webhookId: webhook.id, since, isRetired: true },
    total: 1,
    message: 'Notifying the owner of a webhook.',
  } as const;
  await beginJob(job, caller, now, [
    ...webhooksChange(
      record,
      record.webhooks.map((other) => (other.id === webhook.id ? after : other)),
    ),
    webhookAudit('webhook changed', webhook.id, { before, after }, { caller, now }),
  ]);
  forgetReceivers();
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

async function recordState(webhookId: string, attempts: Attempts, now: Date): Promise<void> {
  const { delivered } = attempts;
  const latest = new Date(now.getTime() + longestRestMs).toISOString();
  const restsUntil =
    attempts.restsUntil !== null && attempts.restsUntil > latest ? latest : attempts.restsUntil;
  const before = (await get(failingEntity, keys.failingWebhook(webhookId))) ?? null;
  if (delivered > 0 && restsUntil === null) {
    if (before) await transact(...stateChange(before, null));
    return;
  }
  if (!before) {
    const expiresAt = Math.floor(now.getTime() / 1000) + failingStateDays * 86_400;
    const state = {
      webhookId,
      since: now.toISOString(),
      notifiedAt: null,
      restsUntil,
      expiresAt,
      version: 0,
    };
    await transact(...stateChange(null, state));
    return;
  }
  if (before.notifiedAt !== null || !isFailingLong(before.since, now)) {
    if (restsUntil !== null) await transact(...stateChange(before, { ...before, restsUntil }));
    return;
  }
  const job = {
    id: `failing-${webhookId}-${Date.parse(before.since)}`,
    kind: 'webhook email',
    input: { webhookId, since: before.since },
    total: 1,
    message: 'Notifying the owner of a webhook.',
  } as const;
  const notified = stateChange(before, { ...before, notifiedAt: now.toISOString(), restsUntil });
  await beginJob(job, { userId: 'webhooks' }, now, notified);
}
