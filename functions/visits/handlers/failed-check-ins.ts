import { Refusal } from '../../../shared/refusal.ts';
import { visits } from '../../../shared/visits/contract.ts';
import { loadJob, refusedRowsOf } from '../../jobs/store.ts';
import { forbidden } from '../../platform/caller.ts';
import { handle } from '../../platform/handle.ts';
import { workbookType } from '../../../shared/media-types.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';

const titles = ['Key Fob', 'Member ID', 'Email', 'Club ID', 'Date', 'Time'];

export const handler = handle(visits.failedCheckIns, async ({ params, caller }) => {
  const job = await loadJob(params.jobId);
  if (job?.kind !== 'visits import') throw new Refusal('not-found', 'Import not found.');
  if (caller.role !== 'systemAdmin' && job.startedBy !== caller.userId) throw forbidden();
  const rows = await refusedRowsOf(job.id);
  const bytes = await writeSheet({
    sheetName: 'Not imported',
    columns: [
      { title: 'Line', kind: 'number' },
      ...titles.map((title) => ({ title, kind: 'text' as const })),
      { title: 'Reason', kind: 'text', width: 60 },
    ],
    rows: rows.map(({ line, reason, cells }) => [line, ...titles.map((title) => cells[title] ?? ''), reason]),
  });
  return { name: `Check-ins not imported ${job.startedAt.slice(0, 10)}.xlsx`, type: workbookType, bytes };
});
