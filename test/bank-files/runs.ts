import { beforeAll, expect } from 'vitest';
import { ListObjectsV2Command, GetObjectCommand } from '@aws-sdk/client-s3';
import { bankAccountChange } from '../../functions/bank-accounts/store.ts';
import { sendRun } from '../../functions/bank-files/sending/send.ts';
import { reconcileBankFiles } from '../../functions/bank-files/begin-single-file.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { paymentChange, paymentEntity } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { slowDigest } from '../../functions/platform/digest.ts';
import { loadPin } from '../../functions/users/pin-store.ts';
import { savePin } from '../../functions/users/pin-write-store.ts';
import { s3 } from '../../functions/platform/files.ts';
import { keys } from '../../functions/table/keys.ts';
import { getMany } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { BankFileStatus } from '../../shared/bank-files/bank-file.ts';
import {
  payeeNameOf,
  type Payment,
  type PaymentKind,
  type PaymentOf,
} from '../../shared/payments/payment.ts';
import type { User } from '../../functions/users/user.ts';
import { somePayment as paymentOfTest, type Given } from '../payments/some-payment.ts';
import { call, type Received } from '../support/call.ts';
import { allRunningJobs, runStep } from '../support/jobs.ts';
import { setClock } from '../support/clock.ts';
import { secondAdministrator, useWorld, type World } from '../support/world.ts';

export { setClock };

export const pin = '246810';

/**
 * Sets a user's PIN with a cheap hash; the cost of the real one protects against guessing and is covered by
 * `test/users/pin.test.ts`.
 */
export async function givePin(userId: string): Promise<void> {
  const salt = 'salt';
  const cost = { N: 16, r: 1, p: 1 };
  const hash = await slowDigest(pin, salt, cost);
  const before = (await loadPin(userId)) ?? null;
  const values = { userId, salt, hash, cost, tries: 0, lockedUntil: null, isLockCertain: true };
  await savePin(before, { ...values, version: before?.version ?? 0 });
}

export function useBankWorld(): World {
  const world = useWorld();
  beforeAll(() => givePin(world.admin.id));
  return world;
}

export function useTwoAdministrators(): readonly [World, other: User] {
  const world = useBankWorld();
  const other = {} as User;
  beforeAll(async () => {
    Object.assign(other, await secondAdministrator());
    await givePin(other.id);
  });
  return [world, other];
}

export const setClockIn = (period: string): void =>
  setClock(`${period.slice(0, 4)}-${period.slice(4)}-10T15:00:00Z`);

/** Returns a pending payment of $100 with a separate payee, of a partner by default. */
export const somePayment = <Kind extends PaymentKind = 'partner'>(
  id: string,
  overrides?: Given<Kind>,
): PaymentOf<Kind> =>
  paymentOfTest<Kind>({
    id,
    partnerName: `Company ${id}`,
    payeeToken: `payee-${id}`,
    statusAt: '2026-11-01T12:00:00.000Z',
    ...(overrides?.kind === undefined && { monthlyInstallment: 100_00, numberOfMembersWhoWillBePaid: 3 }),
    ...overrides,
  } as Given<Kind>);

export const accountNumberOf = (payment: Payment): string =>
  `7${payment.id.replaceAll(/\D/g, '').padStart(11, '0')}`;

const accountChange = (payment: Payment, accountNumber = accountNumberOf(payment), nameOnAccount?: string) =>
  bankAccountChange(
    payment.payeeToken ?? '',
    { ownerKind: payment.kind, ownerId: payment.partnerId, payeeName: payeeNameOf(payment) },
    { routingNumber: '091000019', accountNumber, nameOnAccount, bankAccountType: 0 },
    now(),
  );

/** Stores a bank account for a payment's payee, determined by `accountNumberOf` by default. */
export const giveAccount = async (...given: Parameters<typeof accountChange>): Promise<void> =>
  transact(...(await accountChange(...given)));

/** Stores payments of a period, pending and with accounts by default. */
export async function givenPayments(payments: readonly Payment[]): Promise<void> {
  const payees = new Map(payments.map((payment) => [payment.payeeToken, payment]));
  payees.delete(null);
  const withAccount = [...payees.values()];
  // a transaction holds at most 100 items
  for (let start = 0; start < payments.length; start += 5)
    await transact(...payments.slice(start, start + 5).flatMap((payment) => paymentChange(null, payment)));
  for (let start = 0; start < withAccount.length; start += 5)
    await transact(
      ...(
        await Promise.all(withAccount.slice(start, start + 5).map((payment) => accountChange(payment)))
      ).flat(),
    );
}

export const threePayments = (period: string): Payment[] =>
  [1, 2, 3].map((index) =>
    somePayment(`P${period}${index}`, { periodId: period, amountToBeSent: 1000 * index }),
  );

export const paymentsAsStored = (payments: readonly Pick<Payment, 'id'>[]): Promise<Payment[]> =>
  getMany(
    paymentEntity,
    payments.map(({ id }) => keys.payment(id)),
    { consistent: true },
  );

/** Asserts that payments are Pending and in no file. */
export async function expectPending(payments: readonly Pick<Payment, 'id'>[]): Promise<void> {
  for (const payment of await paymentsAsStored(payments))
    expect(payment).toMatchObject({ status: 0, bankFileId: null });
}

export const partnerQuery = (periodID: string) => ({ programPaymentTypeID: 1, paymentTypeID: 4, periodID });

export const check = (admin: User, period: string): Promise<Received> =>
  call(bankFiles.checkPartnerWithdrawal, admin, { query: partnerQuery(period) });

export async function checkToTheEnd(admin: User, period: string): Promise<Received> {
  const began = await check(admin, period);
  if (!began.body?.jobId) return began;
  const { jobId } = began.body;
  await runJobSteps(jobId, () => Infinity);
  const query = { ...partnerQuery(period), jobId };
  return call(bankFiles.checkPartnerWithdrawal, admin, { query });
}

export const send = (
  admin: User,
  period: string,
  hash: string,
  overrides: object = {},
  sent: object = {},
): Promise<Received> =>
  call(bankFiles.sendPartnerWithdrawal, admin, {
    body: { ...partnerQuery(period), pin, hash, ...overrides },
    ...sent,
  });

export async function sent(...confirmed: Parameters<typeof sendRun>) {
  const { jobId, ...answer } = await sendRun(...confirmed);
  if (jobId === null) throw new Error('the run waits for a second administrator');
  return { ...answer, jobId };
}

export async function runUntil(status: BankFileStatus, bankFileId: string, jobId: string): Promise<void> {
  for (let step = 0; step < 20 && (await loadBankFile(bankFileId)).status !== status; step += 1)
    await runStep(jobId);
  const file = await loadBankFile(bankFileId);
  if (file.status !== status) throw new Error(`The bank file is ${file.status}, not ${status}.`);
}

/** Simulates schedules and queue after a restart: reconciles, and runs every unfinished job. */
export async function finishEverything(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    const started = await reconcileBankFiles(now());
    const running = await allRunningJobs();
    for (const { id } of running) await runJobSteps(id, () => Infinity);
    if (started.length === 0 && running.length === 0) return;
  }
}

export async function outboxNames(): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: process.env.OUTBOX_BUCKET }));
  return Contents.map(({ Key = '' }) => Key);
}

export async function outboxText(name: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.OUTBOX_BUCKET, Key: name }));
  return (await Body?.transformToString()) ?? '';
}

/** Makes uploads fail, with or without storing the file, until `restoreOutbox`. */
export const breakOutbox = (lands: boolean): void =>
  s3.middlewareStack.add(
    (next, context) => async (request) => {
      const { Bucket } = request.input as { Bucket?: string };
      if (Bucket !== process.env.OUTBOX_BUCKET || context.commandName !== 'PutObjectCommand')
        return next(request);
      if (lands) await next(request);
      throw new Error('socket hang up');
    },
    { step: 'initialize', name: 'outbox' },
  );

export const restoreOutbox = (): boolean => s3.middlewareStack.remove('outbox');

/** Sends a period's payments while the outbox fails; `lands` states whether it stores the file. */
export async function sendUnconfirmed(admin: User, period: string, lands: boolean) {
  const { hash } = (await check(admin, period)).body;
  breakOutbox(lands);
  const { body } = await send(admin, period, hash);
  await runJobSteps(body.jobId, () => Infinity);
  const { id, name } = body.files[0];
  expect(await loadBankFile(id)).toMatchObject({ status: 'unknown', attempts: 1 });
  return { id, name, jobId: body.jobId };
}
