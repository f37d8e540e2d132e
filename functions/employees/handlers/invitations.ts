import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { memberIdsOf, bulkResults, invitationRunChange, loadInvitationRun } from '../bulk-store.ts';
import { loadJobOfKind, loadJob } from '../../jobs/store.ts';
import { bulkDoing } from '../../../shared/employees/bulk-action.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { requireDeactivationAllowed } from '../../../shared/settings/feature-flags.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { transferIds } from '../../members/transfer-store.ts';
import { storeParts } from '../../platform/stored-parts.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { invitedAgain } from '../../../shared/employees/invitation-again.ts';
import { loadMember } from '../../members/store.ts';
import { transact } from '../../table/transact.ts';
import { sendInvitation } from '../invitation-email.ts';

export const bulkCountHandler = handle(employees.bulkCount, async ({ query: { partnerId, ...search } }) => ({
  count: (await memberIdsOf(partnerId, search)).length,
}));

export const bulkResultsHandler = handle(employees.bulkResults, async ({ params, query, caller }) => {
  const job = await loadJobOfKind(params.jobId, 'employees bulk', 'Bulk action');
  caller.requireAccess({ partnerId: job.partnerId ?? '' });
  return bulkResults(job.id, query.cursor);
});

export const bulkHandler = handle(employees.bulk, async ({ body, caller, now, newId }) => {
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

export const countWaitingToInviteHandler = handle(
  employees.countWaitingToInvite,
  async ({ params }) => (await membershipCounts(params.partnerId)).waiting,
);

export const inviteHandler = handle(
  employees.invite,
  async ({ params: { partnerId }, caller, now, newId }) => {
    const run = await loadInvitationRun(partnerId);
    const last = run && (await loadJob(run.jobId));
    // do not wake the running job: two workers in one step would both send its emails
    if (last?.status === 'running')
      return { success: true, jobId: last.id, message: 'Invitations are already being sent.' };
    const { waiting } = await membershipCounts(partnerId);
    if (waiting === 0) throw new Refusal('invalid', 'No members are waiting for an invitation.');
    const id = newId();
    return beginJob(
      {
        id,
        kind: 'invitations',
        input: { partnerId },
        total: waiting,
        message: 'Sending invitations.',
        partnerId,
      },
      caller,
      now,
      invitationRunChange(run, { partnerId, jobId: id, version: run?.version ?? 0 }),
    );
  },
);

export const sendInvitationHandler = handle(employees.sendInvitation, async ({ params, caller, now }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  const after = invitedAgain(member, dateInChicago(now), now);
  await transact(...(await sendInvitation(member, after, caller.userId, now)));
  return { success: true, message: `The invitation was sent to ${member.email}.` };
});
