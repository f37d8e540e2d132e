import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import { payeesOf, type RunFilter } from '../../../shared/bank-files/bank-run.ts';
import {
  withTraces,
  type CheckSummary,
  type CheckResponse,
} from '../../../shared/bank-files/check-summary.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import type { PaymentPlan } from '../../../shared/bank-files/run-plan.ts';
import { sendingDate, whyNotToday } from '../../../shared/bank-files/effective-date.ts';
import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { approvalNeededFor, endChanged } from '../approving/approve.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { hasPin } from '../../users/pin-store.ts';
import { beginCheck, checkOfJob } from './begin-check.ts';
import { currentRun, nothing } from './current-run.ts';
import { loadPaymentPlan, loadPlannedPayments } from '../plan-files.ts';
import { prepareRun } from './prepare.ts';

interface Asking {
  userId: string;
  now: Date;
  newId: () => string;
}

/** Returns the current run, after ending the requests for approval of another one. */
async function runNow(filter: RunFilter, now: Date): ReturnType<typeof currentRun> {
  const run = await currentRun(filter, now);
  if (run.status === 'unavailable') {
    // a file of other payments that is being prepared ends no request
    if (run.isRead) await endChanged(filter, now, null);
    // the digest of a large run is known after its job
  } else if (!run.hasMore)
    await endChanged(filter, now, ({ inputDigest }) => inputDigest === run.inputDigest);
  return run;
}

export async function availability(filter: RunFilter, { userId, now }: Asking): Promise<CheckResponse> {
  const run = await runNow(filter, now);
  const pinIsSet = await hasPin(userId);
  if (run.status === 'unavailable') return unavailable(run.reason, run.summary, pinIsSet);
  return {
    ...unavailable('', run.summary, pinIsSet),
    isAchUploadAvailable: true,
    errorMessage: null,
    paymentCount: run.lines.length,
    effectiveDate: run.effectiveDate,
    hasMore: run.hasMore,
  };
}

/**
 * Returns the content of the confirmation popup, also for a file that cannot be built. Large runs return a job ID; a
 * request with this ID returns the result.
 */
export async function checkRun(
  filter: RunFilter,
  { userId, now, newId }: Asking,
  jobId?: string,
): Promise<CheckResponse> {
  const pinIsSet = await hasPin(userId);
  if (jobId !== undefined) return responseOfJob(filter, jobId, userId, now, pinIsSet);
  const run = await runNow(filter, now);
  if (run.status === 'unavailable') return unavailable(run.reason, run.summary, pinIsSet);
  if (run.hasMore) return underWay(await beginCheck(filter, { userId, now, newId }), pinIsSet);
  try {
    const plan = await prepareRun(run, userId, now, newId);
    const entries = (await Promise.all(plan.files.map(({ id }) => loadPlannedPayments(id)))).flat();
    const traces = new Map(entries.map(({ paymentId, trace }) => [paymentId, trace]));
    return await responseOf(plan, withTraces(run.summary, traces), run.settings, { userId, now, pinIsSet });
  } catch (error) {
    if (error instanceof Refusal) return unavailable(error.message, run.summary, pinIsSet);
    throw error;
  }
}

async function responseOfJob(
  filter: RunFilter,
  jobId: string,
  userId: string,
  now: Date,
  pinIsSet: boolean,
): Promise<CheckResponse> {
  const check = await checkOfJob(filter, jobId);
  if (check === 'under way') return underWay(jobId, pinIsSet);
  const plan = check.runHash === null ? undefined : await loadPaymentPlan(check.runHash);
  if (!plan || !environmentBankSettings)
    return unavailable(check.unavailable ?? 'Nothing to send.', check.summary, pinIsSet);
  if (check.isLatest) await endChanged(filter, now, ({ runHash }) => runHash === plan.runHash);
  try {
    return await responseOf(plan, check.summary, environmentBankSettings, { userId, now, pinIsSet });
  } catch (error) {
    if (error instanceof Refusal) return unavailable(error.message, check.summary, pinIsSet);
    throw error;
  }
}

async function responseOf(
  plan: PaymentPlan,
  summary: CheckSummary,
  settings: BankSettings,
  { userId, now, pinIsSet }: { userId: string; now: Date; pinIsSet: boolean },
): Promise<CheckResponse> {
  const sum = (side: 'debit' | 'credit') => plan.files.reduce((total, file) => total + file[side], 0);
  return {
    ...unavailable('', summary, pinIsSet),
    isAchUploadAvailable: true,
    errorMessage: null,
    message: messageOf(plan, settings, now),
    submitText: `Send ${counted(plan.files.length, 'file')} to US Bank`,
    runHash: plan.runHash,
    files: plan.files.map(({ name, fileHash, paymentCount, debit, credit }) => ({
      name,
      fileHash,
      paymentCount,
      debit,
      credit,
    })),
    paymentCount: plan.paymentCount,
    totals: { debit: sum('debit'), credit: sum('credit') },
    effectiveDate: plan.effectiveDate,
    counts: summary.counts,
    lines: summary.lines,
    approval: await approvalNeededFor(settings, plan, { userId, now }, summary),
  };
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

function messageOf(plan: PaymentPlan, settings: BankSettings, now: Date): string {
  const isDebit = bankFlowTable[plan.bankFlow].direction === 'debit';
  const moves = `${plan.paymentCount === 1 ? 'is' : 'are'} ${isDebit ? 'taken from' : 'paid into'}`;
  const whose = `${payeesOf(plan.filter.flow)}’`;
  const late =
    sendingDate(settings, now) === dateInChicago(now)
      ? ''
      : ` ${whyNotToday(now)} The bank will process this file on the next banking day.`;
  return `${counted(plan.paymentCount, 'payment')}, ${showMoney(plan.amount)} in total, ${moves} ${whose} accounts on ${showDate(plan.effectiveDate)}.${late}`;
}

const underWay = (jobId: string, pinIsSet: boolean): CheckResponse => ({
  ...unavailable('', nothing, pinIsSet),
  errorMessage: null,
  jobId,
});

const unavailable = (errorMessage: string, summary: CheckSummary, pinIsSet: boolean): CheckResponse => ({
  isAchUploadAvailable: false,
  errorMessage,
  message: '',
  submitText: '',
  runHash: null,
  files: [],
  paymentCount: 0,
  totals: { debit: 0, credit: 0 },
  effectiveDate: null,
  counts: nothing.counts,
  lines: [],
  excluded: summary.excluded,
  excludedCount: summary.excludedCount,
  waiting: summary.waiting,
  jobId: null,
  hasMore: false,
  hasPin: pinIsSet,
  approval: null,
});
