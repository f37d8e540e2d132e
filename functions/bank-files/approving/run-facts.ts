import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import { notesOf } from '../../../shared/bank-files/bank-run.ts';
import type { RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { repeatedWithinDays, type RunFacts } from '../../../shared/bank-files/approving/two-persons.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { lastSentOf } from '../entry-store.ts';
import type { CurrentRun } from '../preview/current-run.ts';
import { bankFilesNamed, loadBankFiles } from '../store.ts';
import { contentDigests, filesOfContent } from './approval-store.ts';

/** What decides how many administrators a run needs; opens no account. */
export async function runFactsOf(run: CurrentRun, plan: RunPlan): Promise<RunFacts> {
  const last = await lastSentOf(run.lines);
  const notes = run.lines.map((line) => notesOf(line, last.get(line.payment.id), run.settings.unusualAmount));
  const side = bankFlowTable[run.bankFlow].direction;
  return {
    files: plan.files.map((file) => file[side]),
    highestEntry: run.lines.reduce((most, { payment }) => Math.max(most, payment.amountToBeSent), 0),
    startedToday: await startedOn(run.today, side),
    newAccounts: notes.filter((some) => some.includes('new account')).length,
    changedAccounts: notes.filter((some) => some.includes('changed account')).length,
    sameAs: await sameContent(run, plan),
  };
}

/** What the day's files move in a direction; a canceled one moves nothing. Their names begin with the day. */
async function startedOn(today: string, side: 'debit' | 'credit'): Promise<number> {
  const files = await bankFilesNamed(today.replaceAll('-', ''));
  return files
    .filter(({ status, bankFlow }) => status !== 'canceled' && bankFlowTable[bankFlow].direction === side)
    .reduce((sum, file) => sum + file[side], 0);
}

async function sameContent({ today, lines }: CurrentRun, plan: RunPlan): Promise<string[]> {
  const since = addDays(today, -repeatedWithinDays);
  const found = await filesOfContent(contentDigests(plan, lines));
  const recent = found.filter(({ startedAt }) => dateInChicago(new Date(startedAt)) >= since);
  const files = await loadBankFiles(recent.map(({ bankFileId }) => bankFileId));
  return files
    .filter(({ status, runHash }) => status !== 'canceled' && status !== 'canceling' && runHash !== plan.hash)
    .map(({ name }) => name);
}
