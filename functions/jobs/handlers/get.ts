import { jobs } from '../../../shared/contracts/jobs.ts';
import type { JobKind } from '../../../shared/jobs/job.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { canAccess } from '../../users/caller.ts';
import { ownFacilityId } from '../../facilities/own-facility.ts';
import { handle } from '../../handle.ts';
import { requireJobAccess } from '../job-access.ts';
import { withProgress } from '../ranges.ts';
import { loadJob, refusedRowsOf } from '../store.ts';

const ofPartner: readonly JobKind[] = [
  'employees upload',
  'roster judging',
  'roster change',
  'roster take-back',
];

export const handler = handle(jobs.get, async ({ params, caller }) => {
  const job = await loadJob(params.jobId);
  if (!job) throw new Refusal('not-found', 'Job not found.');
  // every manager of the partner sees its uploads; members must not read them
  const isOwnUpload =
    caller.role === 'partnerManager' &&
    ofPartner.includes(job.kind) &&
    canAccess(caller.user, { partnerId: job.partnerId ?? '' });
  // files of the club's system were started by no user
  const isOwnDelivery =
    caller.role === 'facilityManager' &&
    job.kind === 'visits import' &&
    job.input.ownClub === ownFacilityId(caller);
  if (caller.role !== 'systemAdmin' && job.startedBy !== caller.userId && !isOwnUpload && !isOwnDelivery)
    throw new Refusal('forbidden', 'Access to the resource is denied.');
  requireJobAccess(caller, job);
  const rows = job.status === 'running' ? undefined : await refusedRowsOf(job.id);
  const current = await withProgress(job);
  return { ...current, result: { ...current.tally, rows } };
});
