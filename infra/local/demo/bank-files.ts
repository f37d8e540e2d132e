import { receiveBankFile } from '../../../functions/bank-files/inbox/receive.ts';
import { beginSettlements } from '../../../functions/bank-files/settlement/begin-settlements.ts';
import { bankFilesIn } from '../../../functions/bank-files/store.ts';
import { getFile } from '../../../functions/platform/files.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { addBankingDays, type CalendarDate } from '../../../shared/calendar.ts';
import { replyTo, ourBank, type BankAction, entriesOf, replyFile } from '../bank/reply-file.ts';
import { atInstant, runToEnd, withoutQueue } from './past-work.ts';
import { returnCodes, demoPin } from './scenario.ts';
import { demoId } from './seed.ts';
import { linesOf } from '../../../functions/bank-files/entry-store.ts';
import { checkRun } from '../../../functions/bank-files/preview/check.ts';
import { reverseFile } from '../../../functions/bank-files/reversal/reverse.ts';
import { sendRun } from '../../../functions/bank-files/sending/send.ts';
import { reconcileBankFiles } from '../../../functions/bank-files/begin-single-file.ts';
import { runningJobs } from '../../../functions/jobs/store.ts';
import { now as clock } from '../../../functions/platform/clock.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { facilityPayments, partnerFees } from '../../../shared/payments/payment.ts';
import { closedPeriods, closingDate } from '../../../shared/periods/period.ts';
import { isSameFilter } from '../../../shared/bank-files/run-plan.ts';
import { partnerPaid } from '../../../shared/programs.ts';

/**
 * Processes the bank's replies to a month's files. All files are accepted. The older month is on its statement and
 * completed, because its return window has passed. In the newer month some entries are returned; it also gets a return
 * of an unknown entry and an unreadable file.
 */
async function bankAnswers(periodId: string, sentOn: CalendarDate, isOver: boolean): Promise<void> {
  const files = (await bankFilesIn(['submitted'])).filter(
    ({ filter, startedAt }) => filter.periodId === periodId && startedAt.slice(0, 10) <= sentOn,
  );
  let index = 0;
  for (const file of files.toSorted((left, other) => left.firstTrace - other.firstTrace)) {
    const text = await textOf(file);
    if (text === undefined) continue;
    index += 1;
    const reply = (action: BankAction, on: CalendarDate, number: number) =>
      sendReply(periodId, number, `${on}T15:0${index}:00Z`, action, {
        file,
        text,
        codeOf: codesOf(file, text),
        on,
        sequence: index,
      });
    await reply('acknowledge', addBankingDays(sentOn, 1), index);
    if (isOver) await reply('settle', file.effectiveDate, 20 + index);
    else await reply('reply', addBankingDays(sentOn, 2), 10 + index);
    if (isOver || index > 1) continue;
    await reply('rubbish', addBankingDays(sentOn, 2), 30);
    await addUnknownReturn(periodId, `${addBankingDays(sentOn, 2)}T15:30:00Z`, text);
  }
  if (!isOver) return;
  const settledAt = new Date(`${addBankingDays(sentOn, 5)}T06:30:00Z`);
  await atInstant(settledAt, async () => {
    for (const id of await beginSettlements(settledAt)) await runToEnd(id);
  });
}

function codesOf({ bankFlow }: BankFile, text: string): (trace: string) => string {
  const traces = entriesOf(text).map(({ entry }) => entry.trace);
  return (trace) => returnCodes[bankFlow]?.[traces.indexOf(trace)] ?? '';
}

async function textOf({ name }: BankFile): Promise<string | undefined> {
  const bytes = await getFile('outbox', name);
  return bytes && Buffer.from(bytes).toString('latin1');
}

async function sendReply(
  periodId: string,
  index: number,
  instant: string,
  action: BankAction,
  request: Parameters<typeof replyTo>[1],
): Promise<void> {
  const text = replyTo(action, request);
  const name = `${action}-${request.on}-${index}.${action === 'settle' ? 'bai' : 'ach'}`;
  if (text !== undefined) await receiveOnce(periodId, index, instant, name, text);
}

/** Adds a return of an unknown entry, which needs a review. */
async function addUnknownReturn(periodId: string, instant: string, text: string): Promise<void> {
  const [sent] = entriesOf(text);
  if (!sent) return;
  const entry = { ...sent.entry, trace: `${ourBank.slice(0, 8)}9999999`, amount: sent.entry.amount + 1 };
  const reply = replyFile(ourBank, [{ ...sent, entry, code: 'R03' }], instant.slice(0, 10), 31);
  await receiveOnce(periodId, 31, instant, 'returns-of-others.ach', reply);
}

/** Has no effect for a file that was already received. */
async function receiveOnce(
  periodId: string,
  index: number,
  instant: string,
  name: string,
  text: string,
): Promise<void> {
  const now = new Date(instant);
  const id = demoId(95_000_000 + (Number(periodId) % 10_000) * 100 + index);
  const receiver = { userId: 'the bank', uploader: undefined, now, newId: () => id };
  const { jobId } = await receiveBankFile({ name, bytes: Buffer.from(text, 'latin1') }, receiver);
  if (jobId !== null) await atInstant(now, () => runToEnd(jobId));
}

const lineLimit = 1000;

/** Ages of closed months; the payments of program 1 of these months are sent in bank files, oldest first. */
const sentAges = [2, 1];

/** True for a payment that a demo bank file contains: it is Pending until then. */
export const isSentByFile = (programPaymentTypeId: number, kind: string, age: number): boolean =>
  programPaymentTypeId === partnerPaid && kind !== 'member' && sentAges.includes(age);

/**
 * Sends the last months' payments by the portal's own check, PIN, and job; one file of the newer month first misses its
 * cutoff and is canceled. Repeating it changes nothing.
 */
export async function demoBankFiles(userIds: readonly [string, string], now: Date): Promise<void> {
  await withoutQueue(async () => {
    await atInstant(now, finishOpenRuns);
    let run = 0;
    for (const age of sentAges) {
      const periodId = closedPeriods(now)[age];
      if (!periodId) continue;
      const day = addBankingDays(closingDate(periodId), 1);
      const [fees, facilities] = [filterOf('partner', periodId), filterOf('facility', periodId)];
      if (age === 1) await send(fees, userIds, ++run, `${day}T21:20:00Z`, `${day}T23:30:00Z`);
      const sentOn = addBankingDays(day, 1);
      await send(fees, userIds, ++run, `${sentOn}T15:00:00Z`);
      await send(facilities, userIds, ++run, `${sentOn}T15:10:00Z`);
      await bankAnswers(periodId, sentOn, age > 1);
      if (age > 1) continue;
      const later = addBankingDays(sentOn, 3);
      // entries returned for insufficient funds are sent again, as RETRY PYMT
      await send(fees, userIds, ++run, `${later}T15:00:00Z`, undefined, 2);
      await reverseLastEntry(facilities, userIds, ++run, `${later}T15:10:00Z`);
    }
  });
}

const filterOf = (paymentKind: 'partner' | 'facility', periodId: string): RunFilter => ({
  flow: paymentKind,
  programPaymentTypeId: partnerPaid,
  paymentTypeId: paymentKind === 'partner' ? partnerFees : facilityPayments,
  partnerId: 'all',
  periodId,
});

/** Checks and confirms at one instant; the job runs at another, or immediately. */
async function send(
  filter: RunFilter,
  [first, second]: readonly [string, string],
  run: number,
  confirmed: string,
  left = confirmed,
  times = 1,
) {
  if ((await filesSent(filter)).length >= times) return;
  let ids = 0;
  const sender = {
    userId: first,
    now: new Date(confirmed),
    newId: () => demoId(90_000_000 + run * 1000 + ++ids),
  };
  const { runHash } = await checkRun(filter, sender);
  if (runHash === null) return;
  const request = await sendRun(filter, { pin: demoPin, runHash }, sender);
  const { jobId } = request.jobId
    ? request
    : await sendRun(filter, { pin: demoPin, runHash }, { ...sender, userId: second });
  if (jobId === null) throw new Error('the second administrator did not send the file');
  await atInstant(new Date(left), () => runToEnd(jobId));
}

/** Returns earlier files, so that a repeated load sends nothing again, including payments returned since. */
async function filesSent(filter: RunFilter): Promise<BankFile[]> {
  const sent = await bankFilesIn(['submitted', 'acknowledged', 'settled']);
  return sent.filter((file) => isSameFilter(file.filter, filter));
}

/** Reverses the last entry of a file: one administrator requests it, another confirms. */
async function reverseLastEntry(
  filter: RunFilter,
  [first, second]: readonly [string, string],
  run: number,
  instant: string,
) {
  const files = await filesSent(filter);
  const file = files.find(({ purpose }) => purpose !== 'reversal');
  const trace = file && (await linesOf(file.id, undefined, lineLimit)).lines.at(-1)?.trace;
  if (!trace || files.some(({ purpose }) => purpose === 'reversal')) return;
  let ids = 0;
  const sender = { now: new Date(instant), newId: () => demoId(90_000_000 + run * 1000 + ++ids) };
  const note = 'The club was paid for a member of another club.';
  const request = { reason: 'amount' as const, note, traces: [trace] };
  await reverseFile(file.id, request, { ...sender, userId: first });
  const { jobId } = await reverseFile(file.id, { ...request, pin: demoPin }, { ...sender, userId: second });
  if (jobId !== null) await atInstant(sender.now, () => runToEnd(jobId));
}

async function finishOpenRuns(): Promise<void> {
  await reconcileBankFiles(clock());
  for await (const { id, kind } of runningJobs()) if (kind.startsWith('bank ')) await runToEnd(id);
}
