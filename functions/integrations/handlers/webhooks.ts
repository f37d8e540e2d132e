import type {
  Delivery,
  DeliveryRow,
  DeliveryStatus,
} from '../../../shared/integrations/webhooks/delivery.ts';
import { pageSize, type Page } from '../../../shared/page.ts';
import { pageOfPast, pageOfWaiting, shardsOf, failedDeliveries, requeued } from '../webhooks/queue-store.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import {
  creatorsOf,
  webhookRowOf,
  requireAddress,
  requireKinds,
  requireNewAddress,
  requireSpace,
  withNewSecret,
  type Webhook,
  rotationDays,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { loadUserNames } from '../../users/store.ts';
import { handle } from '../../handle.ts';
import { requireOwner, webhookAudit, loadOwnWebhook } from '../webhooks/access.ts';
import { webhooksOf, webhooksChange, everyWebhook } from '../webhooks/store.ts';
import { idsOfOwner, ownerOf } from '../../../shared/integrations/webhooks/owner.ts';
import { loadFacility } from '../../facilities/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { transact } from '../../table/transact.ts';
import { nameOf } from '../../users/caller.ts';
import { emailAccessChange } from '../../users/invitation-email.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { currentKeyVersion, secretOf } from '../webhooks/secret.ts';
import { allowsLocal } from '../../platform/guarded-fetch.ts';
import { errorFields, log } from '../../platform/log.ts';
import { now } from '../../platform/clock.ts';
import { milliseconds, newOrderedId } from '../../platform/time-and-chance.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { deliverWaiting } from '../webhooks/deliver.ts';
import { plural } from '../../../shared/number-words.ts';
import { Refusal } from '../../../shared/refusal.ts';

const rowOf = (delivery: Delivery, status: DeliveryStatus): DeliveryRow => ({ ...delivery, status });

/** Returns a page of deliveries by status: waiting ones in their order, others newest first. */
async function pageOfDeliveries(
  webhookId: string,
  status: DeliveryStatus,
  { cursor, now }: { cursor: string | undefined; now: Date },
): Promise<Page<DeliveryRow>> {
  if (status === 'waiting') return pageOfAllWaiting(webhookId, cursor);
  const { rows, last } = await pageOfPast(webhookId, status, { limit: pageSize, after: cursor, now });
  return { items: rows.map((row) => rowOf(row, status)), totalCount: null, nextCursor: last };
}

/** Returns a page of the waiting deliveries of all shards, merged by position; the cursor is the last position. */
async function pageOfAllWaiting(webhookId: string, cursor: string | undefined): Promise<Page<DeliveryRow>> {
  const shards = await Promise.all(
    Array.from({ length: shardsOf(webhookId) }, (_, shard) =>
      pageOfWaiting(webhookId, shard, { limit: pageSize, after: cursor }),
    ),
  );
  const merged = shards
    .flatMap(({ rows }) => rows)
    .toSorted((left, right) => (left.position < right.position ? -1 : 1));
  const rows = merged.slice(0, pageSize);
  const isLast = merged.length <= pageSize && shards.every(({ last }) => last === null);
  return {
    items: rows.map((row) => rowOf(row, 'waiting')),
    totalCount: null,
    nextCursor: isLast ? null : (rows.at(-1)?.position ?? null),
  };
}

export const webhooksHandler = handle(integrations.webhooks, async ({ query: { owner }, caller, now }) => {
  requireOwner(caller, owner);
  const { webhooks, version } = await webhooksOf(owner);
  const names = await loadUserNames(webhooks.flatMap(creatorsOf));
  return {
    webhooks: webhooks.map((webhook) => webhookRowOf(webhook, now, names)),
    version,
  };
});

export const addWebhookHandler = handle(integrations.addWebhook, async ({ body, caller, now, newId }) => {
  const { owner, description = '', ...form } = body;
  requireOwner(caller, owner);
  const { partnerId, facilityId } = idsOfOwner(owner);
  if (partnerId !== undefined) await loadPartner(partnerId);
  if (facilityId !== undefined) await loadFacility(facilityId);
  requireAddress(form.url, allowsLocal());
  requireKinds(owner, form.kinds);
  const before = await webhooksOf(owner);
  requireSpace(before);
  requireNewAddress(before, form.url);
  const added: Webhook = {
    id: `${owner}-${newId()}`,
    ...form,
    description,
    isActive: true,
    secrets: [],
    createdAt: now.toISOString(),
    createdBy: caller.userId,
  };
  const webhook = withNewSecret(added, {
    createdBy: caller.userId,
    keyVersion: await currentKeyVersion(),
    endPrevious: true,
    now,
  });
  await transact(
    ...webhooksChange(before, [...before.webhooks, webhook]),
    webhookAudit('webhook added', webhook.id, { after: webhook }, { caller, now }),
  );
  forgetReceivers();
  await emailAccessChange(caller, { ...idsOfOwner(owner), what: `added a webhook to ${webhook.url}` });
  const [secret] = webhook.secrets;
  if (!secret) throw new Error(`webhook ${webhook.id} has no secret`);
  return {
    success: true,
    message: 'The webhook was added. Copy its secret now; it is not shown again.',
    data: {
      ...webhookRowOf(webhook, now, new Map([[caller.userId, nameOf(caller)]])),
      secret: await secretOf(webhook.id, secret),
    },
  };
});

export const deleteWebhookHandler = handle(
  integrations.deleteWebhook,
  async ({ params: { webhookId }, caller, now }) => {
    const { record, webhook } = await loadOwnWebhook(caller, webhookId);
    const webhooks = record.webhooks.filter(({ id }) => id !== webhookId);
    await transact(
      ...webhooksChange(record, webhooks),
      webhookAudit('webhook deleted', webhookId, { before: webhook }, { caller, now }),
    );
    forgetReceivers();
    return { success: true, message: 'The webhook was deleted.' };
  },
);

/** A run ends before the next one begins. */
const runMs = 50_000;
const concurrency = 20;

/** Sends waiting webhook deliveries that are due. A failure of one webhook does not stop the others. */
export const deliverWebhooksHandler = withSettings(async (): Promise<void> => {
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

export const replayDeliveriesHandler = handle(
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

export const rotateWebhookSecretHandler = handle(
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
    await emailAccessChange(caller, {
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

/** Returns what a change lets a webhook send that it did not send before, after the caller's name; undefined for nothing. */
function widened(before: Webhook, after: Webhook): string | undefined {
  if (after.url !== before.url) return `changed the address of a webhook to ${after.url}`;
  const added = [
    ...(after.isActive && !before.isActive ? ['turned on'] : []),
    ...(after.includesPersonalData && !before.includesPersonalData ? ['with personal data'] : []),
    ...after.kinds.filter((kind) => !before.kinds.includes(kind)).map((kind) => `with ${kind}`),
  ];
  return added.length === 0 ? undefined : `changed the webhook to ${after.url}: ${added.join(', ')}`;
}

export const saveWebhookHandler = handle(
  integrations.saveWebhook,
  async ({ params: { webhookId }, body: { version, description = '', ...form }, caller, now }) => {
    const { record, webhook } = await loadOwnWebhook(caller, webhookId);
    requireAddress(form.url, allowsLocal());
    requireKinds(ownerOf(webhookId), form.kinds);
    const isMoved = form.url !== webhook.url;
    const after = { ...webhook, ...form, description, ...(isMoved && { addressBy: caller.userId }) };
    if (isMoved) requireNewAddress(record, form.url);
    const webhooks = record.webhooks.map((other) => (other.id === webhookId ? after : other));
    await transact(
      ...webhooksChange(record, webhooks, version),
      webhookAudit('webhook changed', webhookId, { before: webhook, after }, { caller, now }),
    );
    const what = widened(webhook, after);
    if (what !== undefined) await emailAccessChange(caller, { ...idsOfOwner(ownerOf(webhookId)), what });
    forgetReceivers();
    const message =
      after.isActive === webhook.isActive
        ? 'The webhook was saved.'
        : after.isActive
          ? 'The webhook was turned on. Waiting deliveries are sent now.'
          : 'The webhook was turned off. Nothing is sent to it.';
    return { success: true, message };
  },
);

export const webhookDeliveriesHandler = handle(
  integrations.webhookDeliveries,
  async ({ params: { webhookId }, query: { status, cursor }, caller, now }) => {
    await loadOwnWebhook(caller, webhookId);
    return pageOfDeliveries(webhookId, status, { cursor, now });
  },
);
