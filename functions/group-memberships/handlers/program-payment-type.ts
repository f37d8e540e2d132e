import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { handle } from '../../handle.ts';
import { loadGroupMembership } from '../store.ts';

export const handler = handle(
  groupMemberships.programPaymentType,
  async ({ query }) => (await loadGroupMembership(query.partnerId))?.programPaymentTypeId ?? null,
);
