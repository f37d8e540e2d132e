import type { Delivery } from '../../../shared/integrations/webhooks/delivery.ts';
import { fieldsFor, type EventKindName } from '../../../shared/integrations/webhooks/event-kinds.ts';
import type { WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import { onNewProcess } from '../../platform/process-memory.ts';
import { milliseconds, newOrderedId } from '../../platform/time-and-chance.ts';
import { now } from '../../platform/clock.ts';
import type { LateStep } from '../../table/write.ts';
import { deliveryQueued } from './queue-store.ts';
import { loadWebhooks, type StoredWebhooks } from './store.ts';

export interface PortalEvent {
  kind: EventKindName;
  /** Events of one subject are delivered in order. */
  subject: string;
  owners: readonly WebhookOwner[];
  data: Delivery['data'];
}

/** Age at which a process reads the webhooks of an owner again; a new one receives events after this time. */
const receiversTtlMs = 10_000;

interface CachedReceivers {
  record: StoredWebhooks;
  until: number;
}
const cache = new Map<string, CachedReceivers>();

/** Forgets the webhooks that this process has read, after a change of them. */
export const forgetReceivers = (): void => cache.clear();
onNewProcess(forgetReceivers);

/**
 * Returns the step that writes an event's deliveries in the transaction of its change: one item per webhook that
 * receives the kind, none without webhooks. IDs follow the time of the transaction, so that a change that has read
 * an earlier one has a later ID.
 */
export function eventStep({ owners: concerned, ...sent }: PortalEvent): LateStep {
  const event = { ...sent, owners: concerned.filter((owner) => fieldsFor(owner, sent.kind) !== undefined) };
  return {
    late: {
      size: () =>
        event.owners.reduce((sum, owner) => {
          const read = cache.get(owner);
          return sum + (read ? receiversIn(read.record, event.kind).length : 0);
        }, 0),
      writes: async () => {
        const receivers = await receiversOf(event);
        if (receivers.length === 0) return [];
        const id = newOrderedId();
        const at = now();
        return receivers.map((webhook) => deliveryQueued({ ...event, id, webhook, at }));
      },
    },
  };
}

const receiversIn = ({ webhooks }: StoredWebhooks, kind: EventKindName) =>
  webhooks.filter(({ isActive, kinds }) => isActive && kinds.includes(kind));

async function receiversOf({ owners, kind }: PortalEvent) {
  const at = milliseconds();
  const missing = owners.filter((owner) => (cache.get(owner)?.until ?? 0) <= at);
  if (missing.length > 0)
    for (const record of await loadWebhooks(missing))
      cache.set(record.owner, { record, until: at + receiversTtlMs });
  return owners.flatMap((owner) => {
    const read = cache.get(owner);
    return read ? receiversIn(read.record, kind) : [];
  });
}
