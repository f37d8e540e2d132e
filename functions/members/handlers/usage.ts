import { holdNotice } from '../../../shared/accounts/pause.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { contractNumber } from '../../../shared/enrollment/agreement.ts';
import { planNamesOf } from '../../../shared/facilities/plans.ts';
import { members } from '../../../shared/contracts/members.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import { accessTypes, type Member } from '../../../shared/members/member.ts';
import { isEnrolled, invalidationsOf } from '../../../shared/members/standing.ts';
import { loadPlans } from '../../facilities/plan-store.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMembers, loadMember } from '../store.ts';
import { facilityUsagesGroupOf, mustBeUsagePeriod, usagePeriods } from '../../../shared/visits/usage-log.ts';
import { loadGroupMembership, loadGroupMemberships } from '../../group-memberships/store.ts';
import { loadUsage } from '../../visits/store.ts';
import { currentPeriod, periodOptionOf } from '../../../shared/periods/period.ts';

export const facilityInfoHandler = handle(members.facilityInfo, async ({ query }) => {
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

const noticeOf = (member: Member, program: GroupMembership | undefined, now: Date): string | null =>
  program ? holdNotice(member, program, dateInChicago(now)) : null;

export const facilityUsagesGroupHandler = handle(members.facilityUsagesGroup, async ({ query, now }) => {
  const { memberId, periodId: period } = query;
  const [member, visits] = await Promise.all([loadMember(memberId), loadUsage(memberId, period, now)]);
  mustBeUsagePeriod(member, period, now);
  const [[facility], program] = await Promise.all([
    loadFacilities(member.facilityId === null ? [] : [member.facilityId]),
    loadGroupMembership(member.partnerId),
  ]);
  return facilityUsagesGroupOf(
    { member, program, facility, period, visits, holdNotice: noticeOf(member, program, now) },
    now,
  );
});

export const invalidationsHandler = handle(members.invalidations, async ({ query }) =>
  (await loadMembers(query.memberIds)).flatMap(invalidationsOf),
);

export const usageLogHandler = handle(members.usageLog, async ({ query, now }) => {
  const period = currentPeriod(now);
  const ids = [...new Set(query.memberIds)];
  const [all, usages] = await Promise.all([
    loadMembers(ids),
    Promise.all(ids.map(async (id) => [id, await loadUsage(id, period, now)] as const)),
  ]);
  const enrolled = all.filter((member) => isEnrolled(member) && usagePeriods(member, now).length > 0);
  const [facilities, programs] = await Promise.all([
    loadFacilities([...new Set(enrolled.flatMap(({ facilityId }) => facilityId ?? []))]),
    loadGroupMemberships([...new Set(enrolled.map(({ partnerId }) => partnerId))]),
  ]);
  const visits = new Map(usages);
  const periods = new Set(enrolled.flatMap((member) => usagePeriods(member, now)));
  return {
    availableUsagePeriods: [...periods].toSorted().toReversed().map(periodOptionOf),
    facilityUsagesGroups: enrolled.map((member) => {
      const facility = facilities.find(({ id }) => id === member.facilityId);
      const program = programs.find(({ partnerId }) => partnerId === member.partnerId);
      const ofMember = visits.get(member.id) ?? [];
      return facilityUsagesGroupOf(
        { member, program, facility, period, visits: ofMember, holdNotice: noticeOf(member, program, now) },
        now,
      );
    }),
  };
});
