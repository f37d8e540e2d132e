import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { loadPlans } from '../plan-store.ts';

export const handler = handle(facilities.ownPlans, async ({ caller }) =>
  loadPlans(caller.user?.memberPartnerIds),
);
