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
  const [facilities, plans] = await Promise.all([
    loadFacilities([...new Set(enrolled.flatMap(({ facilityId }) => facilityId ?? []))]),
    loadPlans(enrolled.map(({ partnerId }) => partnerId)),
  ]);
  return enrolled.flatMap((member) => {
    const facility = facilities.find(({ id }) => id === member.facilityId);
    if (!facility) return [];
    return {
      memberId: member.id,
      facilityId: facility.id,
      name: facility.name,
      address: facility.address1,
      city: facility.city,
      state: facility.state,
      zipCode: facility.zipCode,
      phone: facility.contactNumber,
      website: facility.website,
      preferredAccessType: member.preferredAccessType,
      keyFobNumber: member.preferredAccessType === accessTypes.physicalKey ? member.keyFobNumber : null,
      contractNumber: member.agreement && contractNumber(member.agreement.rowKey),
      facilityEnrollmentDate: member.enrolledOn,
      membershipType: member.membershipType ?? null,
      email: member.email,
      contactNumber: member.phone,
      memberRelatedPlanAndProgramNames: planNamesOf(facility, plans),
    };
  });
});
