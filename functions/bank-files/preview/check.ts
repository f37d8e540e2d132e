import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import { nameAtBank } from '../../../shared/bank-files/bank-flows.ts';
import { maskedNumber } from '../../../shared/bank-accounts/bank-account.ts';
import {
  notesOf,
  payeeNameOf,
  payeeNumberOf,
  payeesOf,
  waitingByReason,
  type ExcludedPayment,
  type LineNote,
  type RunFilter,
} from '../../../shared/bank-files/bank-run.ts';
import type { CheckAnswer } from '../../../shared/bank-files/check-answer.ts';
import type { RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { sendingDate, whyNotToday } from '../../../shared/bank-files/effective-date.ts';
import { showDate } from '../../../shared/calendar.ts';
import { showMoney } from '../../../shared/money.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { approvalNeededFor } from '../approving/approve.ts';
import { currentRun, type CurrentRun } from './current-run.ts';
import { lastSentOf } from '../entry-store.ts';
import { hasPin } from '../../users/pin-store.ts';
import { prepareRun } from './prepare.ts';

const linesShown = 100;

/** Whether something can be sent and how much; opens no account and makes no file. */
export async function availability(
  filter: RunFilter,
  { userId, now }: { userId: string; now: Date },
): Promise<CheckAnswer> {
  const run = await currentRun(filter, now);
  const pinIsSet = await hasPin(userId);
  if ('unavailable' in run) return unavailable(run.unavailable, run.leftOut, pinIsSet);
  return {
    ...unavailable('', run.leftOut, pinIsSet),
    isAchUploadAvailable: true,
    errorMessage: null,
    paymentCount: run.lines.length,
    effectiveDate: run.effectiveDate,
  };
}

/** Everything the confirmation popup shows. A file that cannot be made is an answer with its reason, no error. */
export async function checkRun(
  filter: RunFilter,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<CheckAnswer> {
  const pinIsSet = await hasPin(userId);
  const run = await currentRun(filter, now);
  if ('unavailable' in run) return unavailable(run.unavailable, run.leftOut, pinIsSet);
  try {
    const plan = await prepareRun(run, userId, now, newId);
    const approval = await approvalNeededFor(run, plan, userId);
    return { ...(await answerOf(run, plan, now, pinIsSet)), approval };
  } catch (problem) {
    if (problem instanceof Refusal) return unavailable(problem.message, run.leftOut, pinIsSet);
    throw problem;
  }
}

async function answerOf(
  run: CurrentRun,
  plan: RunPlan,
  now: Date,
  pinIsSet: boolean,
): Promise<Omit<CheckAnswer, 'approval'>> {
  const last = await lastSentOf(run.lines);
  const planned = new Map(plan.files.flatMap(({ lines }) => lines).map((line) => [line.paymentId, line]));
  const lines = run.lines.map((line) => ({
    trace: planned.get(line.payment.id)?.trace ?? '',
    name: payeeNameOf(line.payment),
    number: payeeNumberOf(line.payment),
    nameOnAccount: line.account.nameOnAccount,
    nameAtBank: nameAtBank(line.account.nameOnAccount),
    accountNumber: maskedNumber(line.account.lastFour),
    amount: line.payment.amountToBeSent,
    notes: notesOf(line, last.get(line.payment.id), run.settings.unusualAmount),
  }));
  const count = (note: LineNote) => lines.filter(({ notes }) => notes.includes(note)).length;
  const sum = (side: 'debit' | 'credit') => plan.files.reduce((total, file) => total + file[side], 0);
  return {
    isAchUploadAvailable: true,
    errorMessage: null,
    message: messageOf(run, plan, now),
    submitText: `Send ${counted(plan.files.length, 'file')} to US Bank`,
    hash: plan.hash,
    files: plan.files.map((file) => ({
      name: file.name,
      hash: file.hash,
      paymentCount: file.lines.length,
      debit: file.debit,
      credit: file.credit,
    })),
    paymentCount: lines.length,
    totals: { debit: sum('debit'), credit: sum('credit') },
    effectiveDate: plan.effectiveDate,
    counts: {
      newAccounts: count('new account'),
      changedAccounts: count('changed account'),
      unusualAmounts: count('unusual amount'),
      changedNames: count('name changed'),
      shortenedNames: count('name shortened'),
    },
    lines: lines.toSorted((one, other) => other.notes.length - one.notes.length).slice(0, linesShown),
    leftOut: run.leftOut.slice(0, linesShown),
    leftOutCount: run.leftOut.length,
    waiting: waitingByReason(run.leftOut),
    hasPin: pinIsSet,
  };
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

function messageOf(run: CurrentRun, plan: RunPlan, now: Date): string {
  const amount = showMoney(run.lines.reduce((sum, { payment }) => sum + payment.amountToBeSent, 0));
  const isOne = run.lines.length === 1;
  const isDebit = bankFlowTable[run.bankFlow].direction === 'debit';
  const moves = `${isOne ? 'is' : 'are'} ${isDebit ? 'taken from' : 'paid into'}`;
  const whose = `${payeesOf(run.filter.flow)}’`;
  const late =
    sendingDate(run.settings, now) === run.today
      ? ''
      : ` ${whyNotToday(now)} The bank will process this file on the next banking day.`;
  return `${counted(run.lines.length, 'payment')}, ${amount} in total, ${moves} ${whose} accounts on ${showDate(plan.effectiveDate)}.${late}`;
}

const unavailable = (
  errorMessage: string,
  leftOut: readonly ExcludedPayment[],
  pinIsSet: boolean,
): CheckAnswer => ({
  isAchUploadAvailable: false,
  errorMessage,
  message: '',
  submitText: '',
  hash: null,
  files: [],
  paymentCount: 0,
  totals: { debit: 0, credit: 0 },
  effectiveDate: null,
  counts: { newAccounts: 0, changedAccounts: 0, unusualAmounts: 0, changedNames: 0, shortenedNames: 0 },
  lines: [],
  leftOut: leftOut.slice(0, linesShown),
  leftOutCount: leftOut.length,
  waiting: waitingByReason(leftOut),
  hasPin: pinIsSet,
  approval: null,
});
