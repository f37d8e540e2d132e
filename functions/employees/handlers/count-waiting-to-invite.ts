import { employees } from '../../../shared/contracts/employees.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(
  employees.countWaitingToInvite,
  async ({ params }) => (await membershipCounts(params.partnerId)).waiting,
);
