import { privacy } from '../../../shared/contracts/privacy.ts';
import { invitationStatusName } from '../../../shared/members/member.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadCase } from '../case-store.ts';

export const handler = handle(privacy.caseDetails, async ({ params }) => {
  const stored = await loadCase(params.owner, params.caseId);
  const [members, names] = await Promise.all([
    loadMembers(stored.memberIds),
    loadUserNames(stored.actions.map(({ who }) => who)),
  ]);
  const partners = new Map(
    (await Promise.all([...new Set(members.map(({ partnerId }) => partnerId))].map(loadPartner))).map(
      ({ id, name }) => [id, name],
    ),
  );
  return {
    ...stored,
    hasLogin: stored.userId !== null,
    actions: stored.actions.map(({ who, ...action }) => ({ ...action, whoName: names.get(who) ?? '' })),
    memberships: members.map((member) => ({
      memberId: member.id,
      name: `${member.firstName} ${member.lastName}`,
      partnerName: partners.get(member.partnerId) ?? '',
      statusName: invitationStatusName(member.invitationStatus),
      facilityName: member.facilityName,
    })),
  };
});
