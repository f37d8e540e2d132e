import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { filesOfDay } from '../../../shared/bank-files/file-numbers.ts';
import type { PaymentPlan } from '../../../shared/bank-files/run-plan.ts';
import { repeatedWithinDays, type RunSummary } from '../../../shared/bank-files/approving/two-persons.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { bankFilesStartedOn, loadBankFiles } from '../store.ts';
import { loadBankNumbers } from '../numbers-store.ts';
import { filesOfContent } from './approval-store.ts';

/** Returns the facts for the approval rules; without a summary, those of the plan's check. */
export async function runSummaryOf(
  origin: string,
  plan: PaymentPlan,
  summary?: CheckSummary,
): Promise<RunSummary> {
  const { bankFlow, highestEntry } = plan;
  const { newAccounts, changedAccounts } = summary?.counts ?? plan;
  const side = bankFlowTable[bankFlow].direction;
  const numbers = await loadBankNumbers(origin);
  return {
    filesToday: filesOfDay(numbers, plan.createdOn),
    files: plan.files.map((file) => file[side]),
    highestEntry,
    startedToday: await startedOn(plan.createdOn, numbers.fileIds, side),
    newAccounts,
    changedAccounts,
    sameAs: await sameContent(plan),
  };
}

/**
 * Returns the total of a day's files in one direction. The day's number record compensates for eventually consistent
 * lists.
 */
async function startedOn(
  today: string,
  latest: readonly string[],
  side: 'debit' | 'credit',
): Promise<number> {
  const listed = (await bankFilesStartedOn(today)).map(({ id }) => id);
  const files = await loadBankFiles([...new Set([...listed, ...latest])]);
  return files
    .filter(({ startedAt }) => dateInChicago(new Date(startedAt)) === today)
    .filter(({ status, bankFlow }) => status !== 'canceled' && bankFlowTable[bankFlow].direction === side)
    .reduce((sum, file) => sum + file[side], 0);
}

async function sameContent(plan: PaymentPlan): Promise<string[]> {
  const since = addDays(plan.createdOn, -repeatedWithinDays);
  const sentFiles = await filesOfContent(plan.files.map(({ contentDigest }) => contentDigest));
  const recent = sentFiles.filter(({ startedAt }) => dateInChicago(new Date(startedAt)) >= since);
  const files = await loadBankFiles(recent.map(({ bankFileId }) => bankFileId));
  return files
    .filter(
      ({ status, runHash }) => status !== 'canceled' && status !== 'canceling' && runHash !== plan.runHash,
    )
    .map(({ name }) => name);
}
