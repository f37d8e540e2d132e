import { facilities } from '../../../shared/facilities/contract.ts';
import { clubColumns, clubFields } from '../../../shared/facilities/facility-columns.ts';
import { workbookType } from '../../../shared/media-types.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadJob, refusedRowsOf } from '../../jobs/store.ts';
import { handle } from '../../platform/handle.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';

const titles = clubFields.map((field) => clubColumns[field].title);

export const handler = handle(facilities.failedClubs, async ({ params }) => {
  const job = await loadJob(params.jobId);
  if (job?.kind !== 'clubs import') throw new Refusal('not-found', 'Import not found.');
  const rows = await refusedRowsOf(job.id);
  const bytes = await writeSheet({
    sheetName: 'Not imported',
    columns: [
      ...titles.map((title) => ({ title, kind: 'text' as const, width: 18 })),
      { title: 'Reason', kind: 'text', width: 70 },
    ],
    rows: rows.map(({ cells, reason }) => [...titles.map((title) => cells[title] ?? ''), reason]),
  });
  return { name: `Facilities not imported ${job.startedAt.slice(0, 10)}.xlsx`, type: workbookType, bytes };
});
