import { visits } from '../../../shared/contracts/visits.ts';
import { facilityOfCaller } from '../../facilities/own-facility.ts';
import { refusedRowsFile } from '../../jobs/refused-rows.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { forbidden } from '../../users/caller.ts';
import { handle } from '../../handle.ts';

const titles = ['Key Fob', 'Member ID', 'Email', 'Club ID', 'Date', 'Time', 'Visits In Month', 'Status'];

export const handler = handle(visits.failedCheckIns, async ({ params, caller }) => {
  const job = await loadJobOfKind(params.jobId, 'visits import', 'Import');
  const facility = facilityOfCaller(caller);
  if (facility !== null && job.startedBy !== caller.userId && job.input.ownClub !== facility)
    throw forbidden();
  const name = `Check-ins not imported ${job.startedAt.slice(0, 10)}.xlsx`;
  return { name, ...(await refusedRowsFile(job, 'Not imported', { titles, hasLines: true })) };
});
