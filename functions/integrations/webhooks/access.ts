import { idsOfOwner, ownerOf, type WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import type { Webhook } from '../../../shared/integrations/webhooks/webhook.ts';
import { auditWrite } from '../../table/audit.ts';
import type { AuditEventName } from '../../../shared/audit-event.ts';
import type { Write } from '../../table/write.ts';
import type { Caller } from '../../users/caller.ts';
import { mustLoadWebhook } from './store.ts';

/** Throws 403 unless the caller manages the partner or club; webhooks of administrators are theirs only. */
export const requireOwner = (caller: Caller, owner: WebhookOwner): void =>
  caller.requireAccess(idsOfOwner(owner));

/** Returns a webhook with the record that contains it. Throws 403 for one of another owner. */
export async function loadOwnWebhook(caller: Caller, webhookId: string): ReturnType<typeof mustLoadWebhook> {
  requireOwner(caller, ownerOf(webhookId));
  return mustLoadWebhook(webhookId);
}

interface Changed {
  before?: Webhook;
  after?: Webhook;
  more?: Record<string, unknown>;
}

/** Returns the audit event of a change of a webhook; secrets are not in the record. */
export function webhookAudit(
  name: AuditEventName,
  webhookId: string,
  { before, after, more }: Changed,
  { caller, now }: { caller: Pick<Caller, 'userId'>; now: Date },
): Write {
  const { partnerId } = idsOfOwner(ownerOf(webhookId));
  return auditWrite(
    {
      name,
      subject: `webhook ${webhookId}`,
      who: caller.userId,
      ...(partnerId !== undefined && { partnerId }),
      ...(before && { before: { ...before } }),
      ...((after || more) && { after: { ...after, ...more } }),
    },
    now,
  );
}
