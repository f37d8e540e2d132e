import * as z from 'zod';
import {
  nextPhase,
  type BankFile,
  type SendPhase,
  shiftTrace,
} from '../../../shared/bank-files/bank-file.ts';
import type {
  PaymentPlan,
  PlannedEntry,
  PlannedPayment,
  RunPlan,
} from '../../../shared/bank-files/run-plan.ts';
import { defineJob, type StepResult } from '../../jobs/job-kind.ts';
import { prenotePhases } from '../prenotes/prenote-phases.ts';
import { reversalPhases } from '../reversal/reversal-phases.ts';
import { loadPlan, loadPlannedPayments, loadPlannedPrenotes, loadPlannedReversals } from '../plan-files.ts';
import type { PhaseContext, PhaseStep, SendPhases } from '../phase.ts';
import { attemptPaymentsStep, buildStep, attemptStep, deliverStep } from './send-deliver.ts';
import { reserveStep, cancelStep } from './send-reserve.ts';
import { submitStep } from './send-submit.ts';
import { loadBankFiles, loadBankRun } from '../store.ts';

const delivery = { attempt: attemptStep, deliver: deliverStep };
const paymentPhases: SendPhases<PaymentPlan, PlannedPayment> = {
  deliver: deliverStep,
  attempt: attemptPaymentsStep,
  reserve: reserveStep,
  cancel: cancelStep,
  build: buildStep,
  submit: submitStep,
};

type Step = { phase: SendPhase } & Pick<PhaseContext, 'file' | 'files' | 'from' | 'who' | 'now'>;

function stepOf(plan: RunPlan, step: Step): Promise<PhaseStep | StepResult> {
  const isPlanned = ({ id }: { id: string }) => id === step.file.id;
  if (plan.purpose === 'payments')
    return runPhase(paymentPhases, plan, plan.files.find(isPlanned), loadPlannedPayments, step);
  if (plan.purpose === 'prenotes')
    return runPhase(
      { ...delivery, ...prenotePhases },
      plan,
      plan.files.find(isPlanned),
      loadPlannedPrenotes,
      step,
    );
  return runPhase(
    { ...delivery, ...reversalPhases },
    plan,
    plan.files.find(isPlanned),
    loadPlannedReversals,
    step,
  );
}

async function runPhase<Plan extends RunPlan, Entry extends PlannedEntry>(
  phases: SendPhases<Plan, Entry>,
  plan: Plan,
  planned: Plan['files'][number] | undefined,
  loadEntries: (fileId: string) => Promise<Entry[]>,
  { phase, ...step }: Step,
): Promise<PhaseStep | StepResult> {
  if (!planned) throw new Error('the plan of a bank file is missing');
  const traceShift = step.file.firstTrace - planned.firstTrace;
  const entries = await loadEntries(step.file.id);
  const lines = entries.map((line) => ({ ...line, trace: shiftTrace(line.trace, traceShift) }));
  return phases[phase]({ ...step, plan, planned, lines });
}

/** Sends the files of a run. Each step is derived from the file statuses, so an interrupted or new job can resume. */
export const bankFileSteps = defineJob({
  input: z.object({ runHash: z.string() }),
  cursor: z.object({ phase: z.string(), fileId: z.string(), from: z.int() }).optional(),
  step: async ({ input, cursor, startedBy, now }) => {
    const [run, plan] = [await loadBankRun(input.runHash), await loadPlan(input.runHash)];
    if (!run || !plan) throw new Error('the run or its plan is missing');
    const files = await loadBankFiles(run.fileIds);
    const todo = nextPhase(files);
    if (!todo) return { done: 0, next: null, message: endOf(files) };
    const { phase, file } = todo;
    const from = cursor?.phase === phase && cursor.fileId === file.id ? cursor.from : 0;
    const step = await stepOf(plan, { phase, file, files, from, who: startedBy, now });
    return { ...step, next: step.next === null ? null : { phase, fileId: file.id, from: step.next } };
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
