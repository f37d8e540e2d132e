import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { handle } from '../../handle.ts';
import { planChange } from '../planned-change.ts';

export const handler = handle(groupMemberships.previewUpdate, async ({ body, caller, now }) => {
  const { countsFrom, affected } = await planChange(body, caller, now);
  return { countsFrom, payments: affected.payments };
});
