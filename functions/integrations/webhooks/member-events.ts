import {
  activated,
  deleted,
  enrolledWaitingForPayment,
  invitationStatuses,
  invited,
  onHold,
  suspended,
  type InvitationStatus,
  type Member,
} from '../../../shared/members/member.ts';
import type { EventKindName } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { facilityOwner, partnerOwner } from '../../../shared/integrations/webhooks/owner.ts';
import type { Change } from '../../table/write.ts';
import { eventStep } from './events.ts';

const kindOfStatus: Partial<Record<InvitationStatus, EventKindName>> = {
  [invited]: 'member.invited',
  [enrolledWaitingForPayment]: 'member.enrolled',
  [activated]: 'member.activated',
  [suspended]: 'member.suspended',
  [onHold]: 'member.suspended',
  [deleted]: 'member.left',
};

const codeOf = (status: InvitationStatus): string =>
  invitationStatuses.find(({ id }) => id === status)?.code ?? '';

type Changed = Pick<Member, 'id' | 'partnerId' | 'facilityId' | 'invitationStatus'>;

/** Returns the kinds of a change; `after` is null if the member was removed. */
function kindsOf(before: Changed | null, after: Changed | null): EventKindName[] {
  if (!after) return before && before.invitationStatus !== deleted ? ['member.left'] : [];
  // SCIM adds inactive users as former members
  if ((before?.invitationStatus ?? deleted) === after.invitationStatus) return [];
  const kind = kindOfStatus[after.invitationStatus];
  // a member without first dues is activated when enrolling
  const isBoth = before?.invitationStatus === invited && after.invitationStatus === activated;
  return [...(isBoth ? (['member.enrolled'] as const) : []), ...(kind ? [kind] : [])];
}

/** Returns the events of a member's status change; none if the status is the same. */
export function memberEvents(before: Changed | null, after: Changed | null): Change[] {
  const member = after ?? before;
  if (!member) return [];
  const facilityId = after?.facilityId ?? before?.facilityId ?? null;
  const status = codeOf(after?.invitationStatus ?? deleted);
  return kindsOf(before, after).map((kind) =>
    eventStep({
      kind,
      subject: `member ${member.id}`,
      owners: [
        'all',
        partnerOwner(member.partnerId),
        ...(facilityId === null ? [] : [facilityOwner(facilityId)]),
      ],
      data: { memberId: member.id, partnerId: member.partnerId, facilityId, status },
    }),
  );
}
