import { employees } from '../../../shared/contracts/employees.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { loadJob } from '../../jobs/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { handle } from '../../handle.ts';
import { invitationRunChange, loadInvitationRun } from '../invitation-run-store.ts';

export const handler = handle(employees.invite, async ({ params: { partnerId }, caller, now, newId }) => {
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
});
