import { afterEach, beforeEach, expect, it } from 'vitest';
import { announceHandler as announce } from '../../functions/approvals/handlers.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { corrected } from '../../shared/payments/correction.ts';
import { canceled, type Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { trailOf } from '../support/trail.ts';
import { mailsTo } from '../users/person.ts';
import {
  check,
  checkToTheEnd,
  finishEverything,
  givenPayments,
  partnerQuery,
  paymentsAsStored,
  runUntil,
  send,
  setClock,
  setClockIn,
  threePayments,
  useTwoAdministrators,
} from './runs.ts';

const [world, other] = useTwoAdministrators();
const settings = defined(environmentBankSettings);
const { paymentsAtOnce } = settings;
beforeEach(() => {
  settings.twoPersons.above = 1_00;
});
afterEach(() => {
  settings.paymentsAtOnce = paymentsAtOnce;
});

async function requested(period: string) {
  setClockIn(period);
  const payments = threePayments(period);
  await givenPayments(payments);
  return { hash: await request(world.admin, period), payments };
}
async function request(as: User, period: string): Promise<string> {
  const { hash } = (await check(as, period)).body;
  expect((await send(as, period, hash)).body).toMatchObject({ jobId: null });
  return hash;
}
const note = 'The amount of the first partner is wrong.';
const refuse = (as: User, hash: string) =>
  call(bankFiles.refuseApproval, as, { params: { hash }, body: { note } });
/** Opens the page of the payments. */
const openPage = (as: User, period: string) =>
  call(bankFiles.checkPartnerWithdrawal, as, { query: { ...partnerQuery(period), onlyAvailability: true } });
/** Returns the tasks of a user about bank files: who must act, title, and effect. */
async function tasksOf(as: User): Promise<unknown[]> {
  const { items } = (await call(approvals.list, as, {})).body;
  return items
    .filter(({ kind }: { kind: string }) => kind === 'bankFile')
    .map(({ waitsFor, title, effect }: Record<string, string>) => [waitsFor, title, effect]);
}
async function changeAll(payments: readonly Payment[], change: (payment: Payment) => Payment) {
  for (const payment of await paymentsAsStored(payments))
    await transact(...paymentChange(payment, change(payment)));
}

it('a refused request is a task of all administrators until someone requests again', async () => {
  const { hash, payments } = await requested('209101');
  await announce();
  const { status, body } = await refuse(other, hash);
  expect([status, body.message]).toEqual([200, 'The file is refused. Nothing was sent.']);
  const task = [
    null,
    'Check again 3 payments: Partner withdrawals of January 2091',
    expect.stringMatching(
      /^Bo Lind refused the request of .+: “The amount of the first partner is wrong.” Nothing was sent\.$/,
    ),
  ];
  for (const user of [world.admin, other]) expect(await tasksOf(user)).toEqual([task]);
  expect((await call(bankFiles.listApprovals, world.admin, {})).body.items).toEqual([]);
  expect((await refuse(other, hash)).status).toBe(409);
  setClock('2091-01-10T15:20:00Z');
  await announce();
  for (const { email } of [world.admin, other])
    expect((await mailsTo(email)).at(-1)).toContain('Check again 3 payments');
  expect((await trailOf(`bank run ${hash}`)).map(({ name }) => name)).toContain('bank file approval refused');
  await changeAll(payments.slice(0, 1), (payment) => corrected(payment, payment.amountToBeSent - 1));
  await request(world.admin, '209101');
  expect(await tasksOf(other)).toEqual([
    [null, expect.stringMatching(/^Approve 3 payments/), expect.any(String)],
  ]);
});

it('an own request is withdrawn without a task', async () => {
  const { hash } = await requested('209102');
  expect((await refuse(world.admin, hash)).body.message).toBe('The request is withdrawn. Nothing was sent.');
  for (const user of [world.admin, other]) expect(await tasksOf(user)).toEqual([]);
  expect((await check(other, '209102')).body.approval).toMatchObject({ askedByName: null });
});

it('a request whose payments changed is a task of all, unless nothing can be sent', async () => {
  const { payments } = await requested('209103');
  await changeAll(payments.slice(0, 1), (payment) => corrected(payment, payment.amountToBeSent - 1));
  await openPage(other, '209103');
  for (const user of [world.admin, other])
    expect(await tasksOf(user)).toEqual([
      [
        null,
        'Check again 3 payments: Partner withdrawals of March 2091',
        expect.stringMatching(/^Its payments changed after .+ requested approval\. Nothing was sent\.$/),
      ],
    ]);
  await changeAll(payments, (payment) => ({ ...payment, status: canceled }));
  await openPage(other, '209103');
  expect(await tasksOf(other)).toEqual([]);
});

it('a request stays while a file of another month is prepared', async () => {
  const { hash } = await requested('209104');
  await givenPayments(threePayments('209012'));
  const first = await request(world.admin, '209012');
  const { body } = await send(other, '209012', first);
  await runUntil('reserved', body.files[0].id, body.jobId);
  expect((await openPage(other, '209104')).body.errorMessage).toMatch(/^Another file .+ is being prepared/);
  await finishEverything();
  expect((await check(other, '209104')).body).toMatchObject({
    hash,
    approval: { isRequestedByCaller: false },
  });
  expect(await tasksOf(other)).toEqual([
    [null, 'Approve 3 payments: Partner withdrawals of April 2091', expect.any(String)],
  ]);
});

it('a request of a large run stays when the result of an earlier check is read', async () => {
  settings.paymentsAtOnce = 2;
  setClockIn('209105');
  const payments = threePayments('209105');
  await givenPayments(payments);
  const earlier = (await check(other, '209105')).body;
  await runJobSteps(earlier.jobId, () => Infinity);
  await changeAll(payments.slice(0, 1), (payment) => corrected(payment, payment.amountToBeSent - 1));
  const { hash } = (await checkToTheEnd(world.admin, '209105')).body;
  await send(world.admin, '209105', hash);
  const query = { ...partnerQuery('209105'), jobId: earlier.jobId };
  const { body } = await call(bankFiles.checkPartnerWithdrawal, other, { query });
  expect(body.hash).not.toBe(hash);
  expect(await tasksOf(other)).toEqual([
    [null, 'Approve 3 payments: Partner withdrawals of May 2091', expect.any(String)],
  ]);
});
