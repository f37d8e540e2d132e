import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { membershipCounts } from '../members/membership-count.ts';
import { handle } from '../platform/handle.ts';
import { mustLoadGroupMembership } from './store.ts';

export const handler = handle(groupMemberships.get, async ({ query }) => {
  const [program, { used, waiting }] = await Promise.all([
    mustLoadGroupMembership(query.partnerId),
    membershipCounts(query.partnerId),
  ]);
  return { ...program, hasEnrolledOrInvitedMembers: used > waiting };
});
