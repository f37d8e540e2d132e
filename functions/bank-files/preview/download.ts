import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { FileResponse } from '../../../shared/endpoint.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { currentRun } from './current-run.ts';
import { loadPreview } from './plan-files.ts';
import { prepareRun } from './prepare.ts';

/** The files that would be sent, one after the other as the hash counts them, every account number masked. */
export async function downloadRun(
  filter: RunFilter,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<FileResponse> {
  const run = await currentRun(filter, now);
  if ('unavailable' in run) throw new Refusal('conflict', run.unavailable);
  const plan = await prepareRun(run, userId, now, newId);
  const bytes = await loadPreview(plan.hash);
  if (!bytes) throw new Refusal('conflict', 'The preview is not complete. Check the file again.');
  return { name: `preview-${plan.bankFlow}-${plan.filter.periodId}.ach`, type: 'text/plain', bytes };
}
