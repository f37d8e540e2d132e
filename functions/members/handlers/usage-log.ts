import { members } from '../../../shared/contracts/members.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { facilityUsagesGroupOf, usagePeriods } from '../../../shared/visits/usage-log.ts';
import { currentPeriod, periodOptionOf } from '../../../shared/periods/period.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { loadGroupMemberships } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { loadMembers } from '../store.ts';
import { loadUsage } from '../../visits/store.ts';

export const handler = handle(members.usageLog, async ({ query, now }) => {
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
      return facilityUsagesGroupOf({ member, program, facility, period, visits: ofMember }, now);
    }),
  };
});
