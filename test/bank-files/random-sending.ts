import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import * as fc from 'fast-check';
import { environmentBankSettings } from '../../functions/bank-files/bank-settings.ts';
import { linesOf } from '../../functions/bank-files/entry-store.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { reconcileBankFiles } from '../../functions/bank-files/sending/reconcile.ts';
import { bankFilesStartedOn, loadBankFile, loadBankFiles } from '../../functions/bank-files/store.ts';
import { beginJob } from '../../functions/jobs/begin.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { decisionChanges } from '../../functions/payments/statuses/decide.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import type { User } from '../../functions/users/user.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import { transact } from '../../functions/table/transact.ts';
import { openStatuses } from '../../shared/bank-files/bank-file.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { paymentIdsOf } from '../../shared/bank-files/sent-entry.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import { corrected, isEditable } from '../../shared/payments/correction.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { submitted } from '../../shared/payments/payment-status.ts';
import { Refusal } from '../../shared/refusal.ts';
import { letWorkersDie, mortal } from '../support/faults.ts';
import { fileFromBank, receive } from './received.ts';
import {
  checkToTheEnd,
  finishEverything,
  giveAccount,
  givePin,
  outboxText,
  paymentsAsStored,
  send,
  setClock,
  somePayment,
  threePayments,
} from './runs.ts';

// Random histories of sending: concurrent administrators, crashing workers, generations, corrections, cancellations, and
// returns, so that payments are sent again. In every history each attempt is in one file, which is in the outbox once, and
// at the end every payment is sent or canceled.

const immortal = 1_000_000;
const dieAt = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(immortal));
const act = fc.oneof(
  fc.record({ what: fc.constant('send' as const), who: fc.nat(1), dieAt }),
  fc.record({ what: fc.constant('reconcile' as const), dieAt: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('correct' as const), which: fc.nat(2) }),
  fc.record({ what: fc.constant('cancel' as const), which: fc.nat(2) }),
  fc.record({ what: fc.constant('return' as const), which: fc.nat(2), dieAt }),
  fc.record({ what: fc.constant('generate' as const), dieAt: fc.integer({ min: 1, max: 6 }) }),
  // two workers on one job, with a concurrent correction
  fc.record({
    what: fc.constant('work' as const),
    workers: fc.array(dieAt, { minLength: 1, maxLength: 2 }),
    which: fc.option(fc.nat(2)),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/**
 * Histories of three to six actions, whether a crash precedes its write, and the number of payments that a request
 * checks directly: with two, each check is a job of several steps.
 */
export const histories = fc.tuple(
  fc.array(act, { minLength: 3, maxLength: 6 }),
  fc.constantFrom('before' as const, 'after' as const),
  fc.constantFrom(2, 2_000),
);

let day = '2026-11-20';
let month = 0;
export function newDay(): string {
  day = addBankingDays(day, 1);
  setClock(`${day}T15:00:00Z`);
  month += 1;
  return `${2140 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
}

const withAccount = (payment: Payment, index: number): Payment => ({
  ...payment,
  totalPayment: 10_000_00,
  payeeToken: `payee-${index}`,
});

export async function prepareHistories(admins: readonly User[]): Promise<void> {
  letWorkersDie([s3]);
  for (const { id } of admins) await givePin(id);
  for (const payment of threePayments('202611').map(withAccount)) await giveAccount(payment);
  for (const partnerId of ['1', '2'])
    await giveAccount(somePayment(`P9${partnerId}`, { payeeToken: `payee-partner-${partnerId}` }));
  // one administrator is sufficient here; approvals have separate tests
  if (!environmentBankSettings) throw new Error('no bank settings');
  const noLimit = { above: null, entryAbove: null, dayAbove: null, forNewAccounts: false };
  Object.assign(environmentBankSettings.twoPersons, noLimit);
}

export async function runHistory(
  admins: readonly [User, User],
  [acts, when, paymentsAtOnce]: readonly [readonly Act[], 'before' | 'after', number],
): Promise<void> {
  if (!environmentBankSettings) throw new Error('no bank settings');
  environmentBankSettings.paymentsAtOnce = paymentsAtOnce;
  const period = newDay();
  const payments = threePayments(period).map(withAccount);
  await transact(...payments.flatMap((payment) => paymentChange(null, payment)));
  let jobId: string | undefined;
  const doAct = async (record: Act): Promise<void> => {
    if (record.what === 'correct') await correct(payments[record.which]);
    else if (record.what === 'cancel') await cancel(payments[record.which]);
    else if (record.what === 'return')
      await mortal(record.dieAt, when, () => comeBack(admins[0], payments[record.which]));
    else if (record.what === 'generate') await mortal(record.dieAt, when, () => generate(period));
    else if (record.what === 'reconcile') await mortal(record.dieAt, when, () => reconcileBankFiles(now()));
    else if (record.what === 'send')
      await mortal(record.dieAt, when, async () => {
        jobId = (await checkAndSend(admins[record.who] ?? admins[0], period)) ?? jobId;
      });
    else {
      const id = jobId;
      await Promise.all([
        ...(id ? record.workers.map((n) => mortal(n, when, () => runJobSteps(id, () => Infinity))) : []),
        ...(record.which === null ? [] : [correct(payments[record.which])]),
      ]);
    }
  };
  for (const item of acts) await doAct(item);
  await finishEverything();
  await generate(period);
  for (let turn = 0; turn < 4; turn++) {
    await finishEverything();
    if (!(await checkAndSend(admins[0], period))) break;
  }
  await assertSentOnce([...payments, ...generatedFor(period)]);
}

export async function checkAndSend(admin: User, period: string): Promise<string | undefined> {
  const { body } = await checkToTheEnd(admin, period);
  if (!body?.hash) return undefined;
  return (await send(admin, period, body.hash)).body?.jobId;
}

async function correct(payment: Payment | undefined): Promise<void> {
  const [stored] = payment ? await paymentsAsStored([payment]) : [];
  if (!stored || !isEditable(stored)) return;
  try {
    await transact(...paymentChange(stored, corrected(stored, stored.amountToBeSent + 1)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function cancel(payment: Payment | undefined): Promise<void> {
  const [stored] = payment ? await paymentsAsStored([payment]) : [];
  const decided = { decision: 'cancel', reason: 'It is paid otherwise.', who: 'user-admin' } as const;
  try {
    if (stored) await transact(...decisionChanges(stored, decided, now()));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function comeBack(admin: User, payment: Payment | undefined): Promise<void> {
  const [stored] = payment ? await paymentsAsStored([payment]) : [];
  const attempt = stored?.attempts.at(-1);
  if (!attempt?.bankFileId || stored?.status !== submitted || stored.attempts.length > 2) return;
  const sent = entriesOf(await outboxText((await loadBankFile(attempt.bankFileId)).name));
  const returned = sent.filter(({ entry }) => entry.trace === attempt.trace);
  const { body } = await receive(admin, fileFromBank(returned.map((item) => ({ ...item, code: 'R01' }))));
  if (body?.jobId) await runJobSteps(body.jobId, () => Infinity);
}

let generations = 0;
export async function generate(periodId: string): Promise<void> {
  const id = `generation-${(generations += 1)}`;
  const input = { programPaymentTypeId: 1, paymentTypeId: 4, periodId, partnerId: 'all', fees: null };
  await beginJob(
    { id, kind: 'partner payments', input: { ...input, onlyMissing: false }, total: 2, message: '' },
    { userId: 'user-admin' },
    now(),
  );
  await runJobSteps(id, () => Infinity);
}

export const generatedFor = (periodId: string): Payment[] =>
  ['1', '2'].map((partnerId) => somePayment(`P-1-4-${partnerId}-${periodId}`, { periodId, partnerId }));

const must = (holds: boolean, sentence: string): void => {
  if (!holds) throw new Error(sentence);
};

async function assertSentOnce(payments: readonly Payment[]): Promise<void> {
  const all = await paymentsAsStored(payments);
  must(
    all.length === payments.length && all.every(({ status }) => status === 2 || status === 4),
    `not every payment is Submitted or canceled: ${all.map(({ status }) => status).join(', ')}`,
  );
  must(
    all.every(({ status, bankFileId }) => status === 2 || bankFileId === null),
    'a canceled payment is in a file',
  );
  const attempts = all.flatMap((payment) =>
    payment.attempts.map((attempt, index) => ({
      ...attempt,
      payment,
      isLast: index === payment.attempts.length - 1,
    })),
  );
  must(
    all.every(({ status, attempts: own }) => status === 4 || own.length > 0),
    'a Submitted payment has no attempt',
  );
  must(
    attempts.every(
      ({ returned, isLast, payment: { status } }) => (isLast && status === 2) === (returned === null),
    ),
    'an attempt that was replaced or canceled did not come back, or the one on its way did',
  );
  const files = await loadBankFiles([...new Set(attempts.map(({ bankFileId }) => bankFileId ?? ''))]);
  const today = day.replaceAll('-', '');
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: process.env.OUTBOX_BUCKET, Prefix: today }),
  );
  const names = Contents.map(({ Key = '' }) => Key).toSorted();
  must(
    names.join() ===
      files
        .map(({ name }) => name)
        .toSorted()
        .join(),
    `the outbox holds ${names.join()}, the payments are in ${files.map(({ name }) => name).join()}`,
  );
  const inFiles: string[] = [];
  let debit = 0;
  for (const file of files) {
    const { lines } = await linesOf(file.id, undefined, 1000);
    inFiles.push(...paymentIdsOf(lines));
    const text = await outboxText(file.name);
    must(checkNachaFile(text).length === 0, 'a file does not pass the checker');
    debit += readNachaFile(text).file?.totals.debit ?? 0;
  }
  must(
    inFiles.toSorted().join() ===
      attempts
        .map(({ payment }) => payment.id)
        .toSorted()
        .join(),
    `in files: ${inFiles.join()}`,
  );
  const due = attempts.reduce((sum, { amount }) => sum + amount, 0);
  must(debit === due, `the files take ${debit}, the attempts are ${due}`);
  must(
    attempts.every(
      ({ isLast, amount, payment }) => !isLast || payment.status === 4 || amount === payment.amountToBeSent,
    ),
    'a payment is on its way with another amount',
  );
  must(
    (await bankFilesStartedOn(day)).every(({ status }) => !openStatuses.includes(status)),
    'a file is not at its end',
  );
}
