import { enrollment } from '../../shared/enrollment/contract.ts';
import { firstDues } from '../../shared/enrollment/first-dues.ts';
import { mustGet } from '../table/table.ts';
import { keys } from '../table/keys.ts';
import { groupMembershipEntity } from '../group-memberships/store.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(enrollment.calculatedDues, async ({ query }) => {
  const { memberDuesAmount } = await mustGet(
    groupMembershipEntity,
    keys.groupMembership(query.partnerId),
    'This partner has no program yet.',
  );
  return { data: { duesAmount: firstDues(memberDuesAmount, query.startingDateToCalculate) } };
});
