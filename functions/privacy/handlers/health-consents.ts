import { privacy } from '../../../shared/contracts/privacy.ts';
import { consentStateOf } from '../../../shared/members/health-consent.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../../members/store.ts';
import { loadPartner } from '../../partners/store.ts';

export const handler = handle(privacy.healthConsents, async ({ caller }) => {
  const members = (await loadMembers(caller.user?.memberIds ?? [])).filter(isEnrolled);
  const facilities = await loadFacilities(members.flatMap(({ facilityId }) => facilityId ?? []));
  const rows = await Promise.all(
    members.map(async (member) => {
      const facility = facilities.find(({ id }) => id === member.facilityId);
      const state = member.healthConsent?.state ?? consentStateOf(member, facility);
      if (state === null) return [];
      const { givenOn = null, withdrawnOn = null } = member.healthConsent ?? {};
      const { name: partnerName } = await loadPartner(member.partnerId);
      return [
        { memberId: member.id, clubName: member.facilityName, partnerName, state, givenOn, withdrawnOn },
      ];
    }),
  );
  return rows.flat();
});
