import { employees } from '../../../shared/contracts/employees.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(employees.membershipCount, async ({ query }) => {
  const [program, { used }] = await Promise.all([
    loadGroupMembership(query.partnerId),
    membershipCounts(query.partnerId),
  ]);
  return { used, allowed: program?.numberOfMemberships ?? 0 };
});
