import { members } from '../../../shared/contracts/members.ts';
import { facilityUsagesGroupOf, mustBeUsagePeriod } from '../../../shared/visits/usage-log.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { loadMember } from '../store.ts';
import { loadUsage } from '../../visits/store.ts';

export const handler = handle(members.facilityUsagesGroup, async ({ query, now }) => {
  const { memberId, periodId: period } = query;
  const [member, visits] = await Promise.all([loadMember(memberId), loadUsage(memberId, period, now)]);
  mustBeUsagePeriod(member, period, now);
  const [[facility], program] = await Promise.all([
    loadFacilities(member.facilityId === null ? [] : [member.facilityId]),
    loadGroupMembership(member.partnerId),
  ]);
  return facilityUsagesGroupOf({ member, program, facility, period, visits }, now);
});
