import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import type { RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { repeatedWithinDays, type RunFacts } from '../../../shared/bank-files/approving/two-persons.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { bankFilesNamed, loadBankFiles } from '../store.ts';
import { filesOfContent } from './approval-store.ts';

/**
 * What decides how many administrators a run needs; opens no account. What was last sent to its accounts is that of the
 * summary, where there is one of now, else of the plan's own check.
 */
export async function runFactsOf(plan: RunPlan, summary?: CheckSummary): Promise<RunFacts> {
  const { bankFlow, highestEntry } = plan;
  const { newAccounts, changedAccounts } = summary?.counts ?? plan;
  const side = bankFlowTable[bankFlow].direction;
  return {
    files: plan.files.map((file) => file[side]),
    highestEntry,
    startedToday: await startedOn(plan.createdOn, side),
    newAccounts,
    changedAccounts,
    sameAs: await sameContent(plan),
  };
}

/** What the day's files move in a direction; a canceled one moves nothing. Their names begin with the day. */
async function startedOn(today: string, side: 'debit' | 'credit'): Promise<number> {
  const files = await bankFilesNamed(today.replaceAll('-', ''));
  return files
    .filter(({ status, bankFlow }) => status !== 'canceled' && bankFlowTable[bankFlow].direction === side)
    .reduce((sum, file) => sum + file[side], 0);
}

async function sameContent(plan: RunPlan): Promise<string[]> {
  const since = addDays(plan.createdOn, -repeatedWithinDays);
  const found = await filesOfContent(plan.files.map(({ contentDigest }) => contentDigest));
  const recent = found.filter(({ startedAt }) => dateInChicago(new Date(startedAt)) >= since);
  const files = await loadBankFiles(recent.map(({ bankFileId }) => bankFileId));
  return files
    .filter(
      ({ status, runHash }) => status !== 'canceled' && status !== 'canceling' && runHash !== plan.runHash,
    )
    .map(({ name }) => name);
}
