import { openStatuses } from '../../../shared/bank-files/bank-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Change } from '../../table/write.ts';
import { beginJob } from '../../jobs/begin.ts';
import { loadJob } from '../../jobs/store.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { loadPlan } from '../plan-files.ts';
import { workOf } from '../begin-single-file.ts';
import { bankFilesIn, bankRunChange, loadBankRun } from '../store.ts';

const who = { userId: 'bank file reconciliation' };

/** Starts one job for each run with an unfinished file and no active job. Returns the job IDs. */
export async function reconcileBankFiles(now: Date): Promise<string[]> {
  const begun: string[] = [];
  const hashes = new Set((await bankFilesIn(openStatuses)).map(({ runHash }) => runHash));
  for (const runHash of hashes) {
    const run = await loadBankRun(runHash);
    const job = run && (await loadJob(run.jobId));
    const plan = await loadPlan(runHash);
    if (!run || !plan || job?.status === 'running') continue;
    const id = newId();
    const isResumed = await takeUp(runHash, id, workOf(plan), bankRunChange(run, { ...run, jobId: id }), now);
    if (isResumed) begun.push(id);
  }
  return begun;
}

async function takeUp(
  runHash: string,
  id: string,
  total: number,
  changes: readonly Change[],
  now: Date,
): Promise<boolean> {
  try {
    await beginJob(
      {
        id,
        kind: 'bank files',
        input: { runHash },
        total,
        message: 'Resuming an unfinished file.',
      },
      who,
      now,
      changes,
    );
    return true;
  } catch (error) {
    // Another process resumed it.
    if (error instanceof Refusal) return false;
    throw error;
  }
}
