import { key } from './key.ts';

/** Webhooks and their deliveries. */
export const webhookKeys = {
  webhooks: (owner: string) => key('WEBHOOKS', owner),
  /** Waiting deliveries in the order of their events. */
  waitingDelivery: (webhookId: string, shard: number, position: string) =>
    key(`WEBHOOK-QUEUE#${webhookId}#${shard}`, position),
  failingWebhook: (webhookId: string) => key(`WEBHOOK-FAILING#${webhookId}`, 'FAILING'),
  /** Delivered or failed deliveries. */
  pastDelivery: (webhookId: string, status: string, id: string) =>
    key(`WEBHOOK-DELIVERIES#${webhookId}#${status}`, id),
} as const;
