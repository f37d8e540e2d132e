import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { earliestPeriods, versionsOf } from '../../../shared/group-memberships/terms-versions.ts';
import { membershipCounts, wasEverEnrolled } from '../../members/membership-count-store.ts';
import { handle } from '../../handle.ts';
import { mustLoadGroupMembership } from '../store.ts';

export const handler = handle(groupMemberships.get, async ({ query, now }) => {
  const [program, { used, waiting }, isPromised] = await Promise.all([
    mustLoadGroupMembership(query.partnerId),
    membershipCounts(query.partnerId),
    wasEverEnrolled(query.partnerId),
  ]);
  const hasMembers = used > waiting;
  return {
    ...program,
    versions: versionsOf(program),
    hasEnrolledOrInvitedMembers: hasMembers,
    changesFrom: earliestPeriods(now, hasMembers || isPromised),
  };
});
