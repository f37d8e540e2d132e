import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { handle } from '../../handle.ts';
import { loadStanding } from '../standing.ts';

export const handler = handle(groupMemberships.limits, async ({ query, now }) =>
  loadStanding(query.partnerId, now),
);
