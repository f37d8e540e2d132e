import { seriesOf, type LastSent } from '../../../shared/bank-files/bank-run.ts';
import { accountReason } from '../../../shared/bank-files/debit-authorization.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { isOfKind, isReserved, returned } from '../../../shared/payments/payment.ts';
import { duesSentChanges } from '../../members/status-change.ts';
import {
  formerRefunds,
  paidBackOnce,
  refundAtSending,
  refundChanges,
} from '../../payments/generation/dues-of-member.ts';
import { loadOwedToLeaver, unpaidSettled } from '../../payments/statuses/unpaid-leaver-store.ts';
import { paymentChange } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { measured } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { sizeOf } from '../../table/transact.ts';
import { accountsNow, lastSentChanges } from '../sent-account-store.ts';
import { debitAuthorizationRenewed } from '../../bank-accounts/store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import {
  statusChange,
  type PaymentContext,
  type PhaseStep,
  type PhaseContext,
  type SendPhases,
} from '../phase.ts';
import { originated } from '../treasury/gauge-store.ts';
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
import { attemptPaymentsStep, buildStep, attemptStep, deliverStep } from './send-deliver.ts';
import { reserveStep, cancelStep } from './send-reserve.ts';
import { loadBankFiles, loadBankRun } from '../store.ts';

/** Three transaction items per payment (of 100); items of members are counted separately. */
const linesAtOnce = 30;
const fullAt = 55;

/**
 * Marks payments as Submitted (0 → 2), activates members by their first dues, and creates refunds for those who left
 * (decision 7).
 */
async function submitStep({ file, lines, from, who, now }: PaymentContext): Promise<PhaseStep> {
  const at = now.toISOString();
  const chunk = lines.slice(from, from + linesAtOnce);
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(
    chunk.map(({ payeeToken }) => payeeToken),
    new Date(file.startedAt),
  );
  const members = await membersNow([...payments.values()]);
  const changes: Change[] = [];
  const sent: LastSent[] = [];
  let next = from;
  for (const { paymentId, payeeToken, accountVersion, amount, trace } of chunk) {
    if (sizeOf(changes) >= fullAt) break;
    next += 1;
    const payment = payments.get(paymentId);
    if (payment?.bankFileId !== file.id || !isReserved(payment)) continue;
    const member = payment.kind === 'member' ? members.get(payment.memberId) : undefined;
    const account = accounts.get(payeeToken);
    const isAuthorized = accountReason(payment, account, file.effectiveDate) === undefined;
    const refund = member && refundAtSending(payment, member, isAuthorized, now);
    const after = movePayment(payment, payment.status === returned ? 'retry' : 'submit', { at, trace });
    changes.push(
      ...paymentChange(payment, after, file.startedAt),
      auditWrite(
        {
          name: 'payment status changed',
          subject: `payment ${paymentId}`,
          who,
          before: { status: payment.status },
          after: { status: after.status, bankFileId: file.id, ...(refund && { duesPaidBack: refund.id }) },
        },
        now,
      ),
    );
    if (refund && isOfKind(payment, 'member')) {
      const former = (await formerRefunds([payment])).get(payment.id);
      const paidBack = paidBackOnce(payment, refund, former);
      if (paidBack) changes.push(...refundChanges(paidBack));
    }
    if (member) changes.push(...duesSentChanges(payment, member, refund !== undefined, { who, now }));
    if (!refund) changes.push(...unpaidSettled(await loadOwedToLeaver(payment, member, now), { who, now }));
    const ended = account?.authorizationEnded;
    if (account && ended && ended.paymentId === paymentId)
      changes.push(...debitAuthorizationRenewed(account, { who, now }));
    // If the account changed since then, the next payment must count as a new account.
    const fingerprint = account?.version === accountVersion ? account.fingerprint : '';
    sent.push({ payeeToken, series: seriesOf(payment), amount, fingerprint, sentAt: at });
  }
  changes.push(...lastSentChanges(sent), ...originated(file.bankFlow, sent.length, now));
  if (next === lines.length) changes.push(...fileSubmitted({ file, lines, who, now }));
  return {
    changes,
    done: next - from,
    next,
    message: `Marked ${next.toLocaleString('en-US')} of ${lines.length.toLocaleString('en-US')} payments as submitted.`,
  };
}

const fileSubmitted = ({
  file,
  lines,
  who,
  now,
}: Pick<PaymentContext, 'file' | 'lines' | 'who' | 'now'>): Change[] => [
  ...statusChange(file, 'submitted', now),
  measured(
    auditWrite(
      {
        name: 'bank file sent',
        subject: `bank file ${file.id}`,
        who,
        after: { name: file.name, fileHash: file.fileHash, payments: lines.length },
      },
      now,
    ),
    { MoneySent: (file.debit + file.credit) / 100 },
  ),
];

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
