import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(groupMemberships.hasEnrolledOrInvitedMembers, async ({ query }) => {
  const { used, waiting } = await membershipCounts(query.partnerId);
  return used > waiting;
});
