import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { downloadFile, putFile } from '../../platform/files.ts';
import { defineJob, type StepResult } from '../../jobs/job-kind.ts';
import { storeJson } from '../../platform/stored-parts.ts';
import { checkInput, checkPartName, resultPart, type CheckResult } from './begin-check.ts';
import { buildStepOfCheck, readStep, splitStep } from './check-read.ts';
import { checkState, type CheckState, type CheckStep } from './check-state.ts';
import { digestOfOpening, nothing } from './current-run.ts';
import { openRun, type RunOpening } from './opening.ts';
import { loadPlan, loadPreview } from '../plan-files.ts';

/** Checks a run of any size in steps. Results in the run hash or in the reason why nothing can be sent. */
export const bankCheckSteps = defineJob({
  input: checkInput,
  cursor: checkState.optional(),
  step: async ({ jobId, input: { filter }, cursor, startedBy, now }): Promise<StepResult<CheckState>> => {
    try {
      const step = await nextStep({ jobId, filter, cursor, who: startedBy, now });
      if (step.next.status === 'running') return { ...step, next: step.next.state };
      await storeResult(jobId, step.next.result);
      return { ...step, next: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return ended(jobId, error.message);
    }
  },
});

async function nextStep(input: {
  jobId: string;
  filter: RunFilter;
  cursor: CheckState | undefined;
  who: string;
  now: Date;
}): Promise<CheckStep> {
  const { jobId, filter, cursor, who, now } = input;
  const opened = await openRun(filter, now);
  if (opened.status === 'unavailable') throw new Refusal('conflict', opened.reason);
  const state = cursor ?? firstState(opened, now);
  mustBeTheSame(state, opened);
  const step = { jobId, opening: { ...opened, locked: state.locked }, state, who, now };
  if (state.phase === 'read') return readStep(step);
  return state.phase === 'split' ? splitStep(step) : buildStepOfCheck(step);
}

const firstState = (opened: RunOpening, now: Date): CheckState => ({
  phase: 'read',
  at: now.toISOString(),
  today: opened.today,
  effectiveDate: opened.effectiveDate,
  settingsDigest: opened.settingsDigest,
  locked: opened.locked,
  place: null,
  inputDigest: digestOfOpening(opened),
  part: null,
});

/** Throws when the day, cutoff, or settings changed, because the result could not be sent. */
function mustBeTheSame(state: CheckState, opened: RunOpening): void {
  const same =
    state.today === opened.today &&
    state.effectiveDate === opened.effectiveDate &&
    state.settingsDigest === opened.settingsDigest;
  if (!same)
    throw new Refusal('conflict', 'The date or cutoff passed during the check. Check the file again.');
}

async function storeResult(jobId: string, result: CheckResult): Promise<void> {
  const plan = result.runHash === null ? undefined : await loadPlan(result.runHash);
  const preview = plan && (await loadPreview(plan));
  if (preview) await putFile('files', downloadFile(jobId), preview, 'text/plain');
  await storeJson(checkPartName(jobId, resultPart), result);
}

async function ended(jobId: string, message: string): Promise<StepResult<CheckState>> {
  await storeResult(jobId, { runHash: null, unavailable: message, summary: nothing });
  return { done: 0, next: null, message };
}
