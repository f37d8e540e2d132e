import * as z from 'zod';

/** The owner of webhooks: `all` for administrators, `partner-12`, or `club-4100`. */
export type WebhookOwner = 'all' | `partner-${string}` | `club-${string}`;

const ownerPattern = /^(?:all|partner-\d{1,9}|club-[\w-]{1,64})$/;

export const webhookOwner = z.string().regex(ownerPattern) as unknown as z.ZodType<WebhookOwner, string>;

const idPattern = /^(all|partner-\d{1,9}|club-[\w-]{1,64})-[\dA-Z]{26}$/;

/** The ID of a webhook: its owner and a ULID. */
export const webhookId = z.string().regex(idPattern);

export const ownerOf = (id: string): WebhookOwner => (idPattern.exec(id)?.[1] ?? 'all') as WebhookOwner;

export const partnerOwner = (partnerId: string): WebhookOwner => `partner-${partnerId}`;
export const facilityOwner = (facilityId: string): WebhookOwner => `club-${facilityId}`;

/** Returns the partner or club of an owner; empty for administrators. */
export function idsOfOwner(owner: WebhookOwner): { partnerId?: string; facilityId?: string } {
  const [, kind, id] = /^(partner|club)-(.+)$/.exec(owner) ?? [];
  if (id === undefined) return {};
  return kind === 'partner' ? { partnerId: id } : { facilityId: id };
}
