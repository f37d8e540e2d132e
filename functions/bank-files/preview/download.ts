import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { FileResponse } from '../../../shared/endpoint.ts';
import type { JobBegun } from '../../../shared/jobs/job.ts';
import { textType } from '../../../shared/media-types.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginCheck, previewFileOf } from './begin-check.ts';
import { currentRun } from './current-run.ts';
import { loadPreview } from '../plan-files.ts';
import { prepareRun } from './prepare.ts';

export async function downloadRun(
  filter: RunFilter,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<FileResponse | JobBegun> {
  const run = await currentRun(filter, now);
  if (run.status === 'unavailable') throw new Refusal('conflict', run.reason);
  if (run.hasMore) {
    const jobId = await beginCheck(filter, { userId, now, newId });
    return { success: true, jobId, message: 'Preparing your download.' };
  }
  const plan = await prepareRun(run, userId, now, newId);
  const bytes = await loadPreview(plan);
  if (!bytes) throw new Refusal('conflict', 'The preview is not complete. Check the file again.');
  return { name: previewFileOf(run.filter), type: textType, bytes };
}
