import { employees } from '../../shared/employees/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { beginJob } from '../jobs/begin.ts';
import { loadJob } from '../jobs/store.ts';
import { membershipCounts } from '../members/membership-count.ts';
import { handle } from '../platform/handle.ts';
import { invitationRunChange, loadInvitationRun } from './invitation-run.ts';

export const handler = handle(employees.invite, async ({ params: { partnerID }, caller, now, newId }) => {
  const run = await loadInvitationRun(partnerID);
  const last = run && (await loadJob(run.jobId));
  // it is not woken here: two workers at one step would both write its letters
  if (last?.status === 'running')
    return { success: true, jobId: last.id, message: 'Invitations are being sent already.' };
  const { waiting } = await membershipCounts(partnerID);
  if (waiting === 0) throw new Refusal('invalid', 'Nobody is waiting for an invitation.');
  const id = newId();
  return beginJob(
    {
      id,
      kind: 'invitations',
      input: { partnerId: partnerID },
      total: waiting,
      message: 'Sending invitations.',
      partnerId: partnerID,
    },
    caller,
    now,
    invitationRunChange(run, { partnerId: partnerID, jobId: id, version: run?.version ?? 0 }),
  );
});
