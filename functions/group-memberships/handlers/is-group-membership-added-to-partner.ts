import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { groupMembershipsProgram } from '../../../shared/programs.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(groupMemberships.isGroupMembershipAddedToPartner, async ({ query }) =>
  (await loadPartner(query.partnerId)).programTypes.includes(groupMembershipsProgram),
);
