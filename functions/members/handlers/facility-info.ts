import { contractNumber } from '../../../shared/enrollment/agreement.ts';
import { planNamesOf } from '../../../shared/facilities/plans.ts';
import { members } from '../../../shared/contracts/members.ts';
import { accessTypes } from '../../../shared/members/member.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { loadPlans } from '../../facilities/plan-store.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../store.ts';

export const handler = handle(members.facilityInfo, async ({ query }) => {
  const enrolled = (await loadMembers(query.memberIds)).filter(isEnrolled);
  const [clubs, plans] = await Promise.all([
    loadFacilities([...new Set(enrolled.flatMap(({ facilityId }) => facilityId ?? []))]),
    loadPlans(enrolled.map(({ partnerId }) => partnerId)),
  ]);
  return enrolled.flatMap((member) => {
    const club = clubs.find(({ id }) => id === member.facilityId);
    if (!club) return [];
    return {
      memberId: member.id,
      facilityId: club.id,
      name: club.name,
      address: club.address1,
      city: club.city,
      state: club.state,
      zipCode: club.zipCode,
      phone: club.contactNumber,
      website: club.website,
      preferredAccessType: member.preferredAccessType,
      keyFobNumber: member.preferredAccessType === accessTypes.physicalKey ? member.keyFobNumber : null,
      contractNumber: member.agreement && contractNumber(member.agreement.rowKey),
      facilityEnrollmentDate: member.enrolledOn,
      membershipType: member.membershipType ?? null,
      email: member.email,
      contactNumber: member.phone,
      memberRelatedPlanAndProgramNames: planNamesOf(club, plans),
    };
  });
});
