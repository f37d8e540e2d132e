import { facilities } from '../../../shared/contracts/facilities.ts';
import { facilityColumns, facilityFields } from '../../../shared/facilities/facility-columns.ts';
import { refusedRowsFile } from '../../jobs/refused-rows.ts';
import { loadJobOfKind } from '../../jobs/store.ts';
import { handle } from '../../handle.ts';

const titles = facilityFields.map((field) => facilityColumns[field].title);

export const handler = handle(facilities.failedClubs, async ({ params }) => {
  const job = await loadJobOfKind(params.jobId, 'clubs import', 'Import');
  const name = `Facilities not imported ${job.startedAt.slice(0, 10)}.xlsx`;
  return { name, ...(await refusedRowsFile(job, 'Not imported', { titles })) };
});
