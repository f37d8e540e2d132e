import * as z from 'zod';
import {
  nextPhase,
  type BankFile,
  type BankFilePurpose,
  type SendPhase,
} from '../../../shared/bank-files/bank-file.ts';
import { shiftTrace } from '../../../shared/bank-files/file-numbers.ts';
import type { PlannedEntry, PlannedFile } from '../../../shared/bank-files/run-plan.ts';
import { defineJob, type StepResult } from '../../jobs/job-kind.ts';
import { prenotePhases } from '../prenotes/prenote-phases.ts';
import { reversalPhases } from '../reversal/reversal-phases.ts';
import { loadPlan, loadPlannedEntries } from '../preview/plan-files.ts';
import { buildStep } from './send-build.ts';
import { attemptStep, deliverStep } from './send-deliver.ts';
import { reserveStep, cancelStep } from './send-reserve.ts';
import { submitStep } from './send-submit.ts';
import { loadBankFiles, loadBankRun } from '../store.ts';

/** Context of every phase. `from` is the position in the file's entries where the last step ended. */
export interface PhaseGiven {
  file: BankFile;
  files: BankFile[];
  planned: PlannedFile;
  /** The planned entries with the final traces. */
  lines: readonly PlannedEntry[];
  from: number;
  who: string;
  now: Date;
}

/** Result of a phase; `next` is the next position in the file's entries. */
export type PhaseStep = Omit<StepResult, 'next'> & { next: number };

export type SendPhases = Record<SendPhase, (given: PhaseGiven) => Promise<PhaseStep | StepResult>>;

const ofPayments: SendPhases = {
  reserve: reserveStep,
  cancel: cancelStep,
  build: buildStep,
  attempt: attemptStep,
  deliver: deliverStep,
  submit: submitStep,
};

/** Phases by file purpose; only delivery is the same for all. */
const phases: Record<BankFilePurpose, SendPhases> = {
  payments: ofPayments,
  prenotes: { ...ofPayments, ...prenotePhases },
  reversal: { ...ofPayments, ...reversalPhases },
};

/** Sends the files of a run. Each step is derived from the file statuses, so an interrupted or new job can resume. */
export const bankFileSteps = defineJob({
  input: z.object({ runHash: z.string() }),
  step: async ({ input, cursor, startedBy, now }): Promise<StepResult> => {
    const [run, plan] = [await loadBankRun(input.runHash), await loadPlan(input.runHash)];
    if (!run || !plan) throw new Error('the run or its plan is missing');
    const files = await loadBankFiles(run.fileIds);
    const todo = nextPhase(files);
    if (!todo) return { done: 0, next: null, message: endOf(files) };
    const { phase, file } = todo;
    const place = `${phase}/${file.id}/`;
    const from = cursor.startsWith(place) ? Number(cursor.slice(place.length)) : 0;
    const planned = plan.files.find(({ id }) => id === file.id);
    if (!planned) throw new Error('the plan of a bank file is missing');
    const traceShift = file.firstTrace - planned.firstTrace;
    const entries = await loadPlannedEntries(file.id);
    const lines = entries.map((line) => ({ ...line, trace: shiftTrace(line.trace, traceShift) }));
    const step = await phases[file.purpose ?? 'payments'][phase]({
      file,
      files,
      planned,
      lines,
      from,
      who: startedBy,
      now,
    });
    return { ...step, next: step.next === null ? null : `${place}${step.next}` };
  },
});

function endOf(files: readonly BankFile[]): string {
  const canceled = files.find(({ status }) => status === 'canceled');
  const sent = files.filter(({ status }) => status === 'submitted').length;
  if (canceled && sent > 0)
    return `${canceled.reason ?? 'A change was detected.'} ${sent} of ${files.length} files were already sent; the other payments are Pending again.`;
  if (canceled)
    return `${canceled.reason ?? 'A change was detected.'} Nothing was sent. All payments are Pending again.`;
  return files.length === 1 ? 'The file was sent.' : `All ${files.length} files were sent.`;
}
