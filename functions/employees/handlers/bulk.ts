import { bulkDoing } from '../../../shared/employees/bulk/bulk-action.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { requireDeactivationAllowed } from '../../../shared/settings/flag-rules.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { transferIds } from '../../members/transfer-store.ts';
import { handle } from '../../handle.ts';
import { storeParts } from '../../platform/stored-parts.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { memberIdsOf } from '../bulk-store.ts';

export const handler = handle(employees.bulk, async ({ body, caller, now, newId }) => {
  const { partnerId, action, members } = body;
  if (action === 'hold' && caller.role !== 'systemAdmin')
    throw new Refusal('forbidden', 'Only administrators can put memberships on hold.');
  if (action === 'hold') requireDeactivationAllowed(await loadFeatureFlags());
  await mustLoadGroupMembership(partnerId);
  const ids = 'all' in members ? await memberIdsOf(partnerId, members.all) : [...new Set(members.memberIds)];
  if ('all' in members && ids.length !== members.all.count)
    throw new Refusal(
      'conflict',
      `The list now has ${ids.length.toLocaleString('en-US')} matching employees, not ${members.all.count.toLocaleString('en-US')}. Nothing was changed. Check the list, then try again.`,
    );
  const id = newId();
  // store the IDs before the job: it processes the members that match now
  await storeParts(transferIds, id, ids);
  return beginJob(
    {
      id,
      kind: 'employees bulk',
      input: { partnerId, action, ids: ids.length, isApproved: caller.role === 'systemAdmin' },
      total: ids.length,
      message: `${bulkDoing(action)}.`,
      tally: { changed: 0, failed: 0 },
      partnerId,
    },
    caller,
    now,
  );
});
