import { beginJob } from '../../../functions/jobs/begin.ts';
import { loadJob } from '../../../functions/jobs/store.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { periodsToCurrent } from '../../../shared/periods/period.ts';
import { atInstant, withoutQueue } from './past-work.ts';

const monthsProved = 4;

/** Proves the last months, like the nightly job, so that the sums of their steps are available. */
export async function demoProofs(now: Date): Promise<void> {
  await withoutQueue(async () => {
    for (const periodId of periodsToCurrent(now).slice(0, monthsProved)) {
      const id = `ledger-proof-${periodId}-demo`;
      const job = { id, kind: 'ledger proof', input: { periodId }, total: 0 } as const;
      if (!(await loadJob(id)))
        await beginJob({ ...job, message: 'The ledger is up to date.' }, { userId: 'ledger' }, now);
      await atInstant(now, () => runJobSteps(id, () => Infinity));
    }
  });
}
