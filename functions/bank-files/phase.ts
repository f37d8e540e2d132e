import type { BankFile, BankFileStatus, SendPhase } from '../../shared/bank-files/bank-file.ts';
import type { PaymentPlan, PlannedEntry, PlannedPayment, RunPlan } from '../../shared/bank-files/run-plan.ts';
import type { StepResult } from '../jobs/job-kind.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { bankFileChange } from './store.ts';

/** `from`: the position in the file's entries where the last step ended. */
export interface PhaseContext<Plan extends RunPlan = RunPlan, Entry extends PlannedEntry = PlannedEntry> {
  file: BankFile;
  files: BankFile[];
  plan: Plan;
  planned: Plan['files'][number];
  lines: readonly Entry[];
  from: number;
  who: string;
  now: Date;
}

export type PaymentContext = PhaseContext<PaymentPlan, PlannedPayment>;

export type PhaseStep = Omit<StepResult, 'next'> & { next: number };

export type SendPhases<Plan extends RunPlan, Entry extends PlannedEntry> = Record<
  SendPhase,
  (context: PhaseContext<Plan, Entry>) => Promise<PhaseStep | StepResult>
>;

const mayBeWithdrawn = ({ status }: BankFile): boolean =>
  ['reserving', 'reserved', 'ready', 'sending', 'unknown'].includes(status);

/**
 * Cancels the unsent files of a run. Only the current one can have an attempt; the caller has confirmed that it is
 * absent.
 */
export const cancelAll = (files: readonly BankFile[], reason: string, who: string, now: Date): PhaseStep => ({
  changes: files
    .filter(mayBeWithdrawn)
    .flatMap((file) => [
      ...bankFileChange(file, { ...file, status: 'canceling', reason, statusAt: now.toISOString() }),
      auditWrite(
        { name: 'bank file canceled', subject: `bank file ${file.id}`, who, after: { reason } },
        now,
      ),
    ]),
  done: 0,
  next: 0,
  message: `${reason} The file is being canceled.`,
});

export const statusChange = (file: BankFile, status: BankFileStatus, now: Date): Change[] =>
  bankFileChange(file, { ...file, status, statusAt: now.toISOString() });
