import type { Delivery } from '../../../shared/integrations/webhooks/delivery.ts';
import { apiVersion } from '../../../shared/integrations/developers/versions.ts';
import { audienceOf, fieldsFor } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { ownerOf } from '../../../shared/integrations/webhooks/owner.ts';
import type { Webhook } from '../../../shared/integrations/webhooks/webhook.ts';
import { deleted, type Member } from '../../../shared/members/member.ts';
import { loadMembers } from '../../members/store.ts';

type Data = Record<string, unknown>;

/** Returns the members of deliveries, for webhooks that receive personal data. */
export async function membersFor(
  { includesPersonalData }: Pick<Webhook, 'includesPersonalData'>,
  deliveries: readonly Delivery[],
): Promise<Map<string, Member>> {
  if (!includesPersonalData) return new Map();
  const ids = new Set(
    deliveries.flatMap(({ data: { memberId } }) => (typeof memberId === 'string' ? [memberId] : [])),
  );
  return new Map((await loadMembers([...ids])).map((member) => [member.id, member]));
}

/** Returns the names that the owner sees on its screens; a club sees no addresses, and no owner those of former members. */
function namesOf(webhookId: string, member: Member): Data | undefined {
  if (member.invitationStatus === deleted) return undefined;
  const { firstName, lastName, keyFobNumber, email, employeeNumber = null } = member;
  const names = { firstName, lastName, keyFobNumber };
  return audienceOf(ownerOf(webhookId)) === 'club' ? names : { ...names, email, employeeNumber };
}

/**
 * Returns the body of a delivery: the fields that its owner receives, and names and amounts of members if the webhook
 * receives personal data.
 */
export function bodyOf(
  { webhookId, kind, at, data }: Delivery,
  { includesPersonalData }: Pick<Webhook, 'includesPersonalData'>,
  members: ReadonlyMap<string, Member>,
): string {
  const fields = fieldsFor(ownerOf(webhookId), kind) ?? [];
  const { amount, memberId, ...ids } = Object.fromEntries(
    Object.entries(data).filter(([name]) => fields.includes(name)),
  );
  const isOfMember = memberId !== undefined;
  const member = typeof memberId === 'string' ? members.get(memberId) : undefined;
  const names = member && includesPersonalData ? namesOf(webhookId, member) : undefined;
  return JSON.stringify({
    type: kind,
    timestamp: at,
    version: apiVersion,
    data: {
      ...(isOfMember && { memberId }),
      ...ids,
      ...(amount !== undefined && (includesPersonalData || !isOfMember) && { amount }),
      ...(names && { member: names }),
    },
  });
}
