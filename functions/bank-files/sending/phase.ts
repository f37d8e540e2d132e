import type { BankFile, SendPhase } from '../../../shared/bank-files/bank-file.ts';
import type {
  PaymentPlan,
  PlannedEntry,
  PlannedPayment,
  RunPlan,
} from '../../../shared/bank-files/run-plan.ts';
import type { StepResult } from '../../jobs/job-kind.ts';

/** Context of every phase. `from` is the position in the file's entries where the last step ended. */
export interface PhaseContext<Plan extends RunPlan = RunPlan, Entry extends PlannedEntry = PlannedEntry> {
  file: BankFile;
  files: BankFile[];
  plan: Plan;
  planned: Plan['files'][number];
  /** The planned entries with the final traces. */
  lines: readonly Entry[];
  from: number;
  who: string;
  now: Date;
}

export type PaymentContext = PhaseContext<PaymentPlan, PlannedPayment>;

/** Result of a phase; `next` is the next position in the file's entries. */
export type PhaseStep = Omit<StepResult, 'next'> & { next: number };

export type SendPhases<Plan extends RunPlan, Entry extends PlannedEntry> = Record<
  SendPhase,
  (context: PhaseContext<Plan, Entry>) => Promise<PhaseStep | StepResult>
>;
