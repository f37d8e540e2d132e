import { beforeAll, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { announceWithdrawalsHandler as announce } from '../../functions/accounts/handlers/withdrawals.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { checkRun } from '../../functions/bank-files/preview/check.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import type { User } from '../../functions/users/user.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';
import { setTerms } from '../payments/paycheck.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns, testDues } from './member-runs.ts';
import { setClock, useTwoAdministrators } from './runs.ts';

const [world, second] = useTwoAdministrators();
const run = memberRuns(() => world.admin);
const settings = defined(environmentBankSettings);
const { paymentsAtOnce } = settings;

beforeAll(async () => {
  await chargeMembers();
  await setTerms('1', { programPaymentTypeId: 2, memberDuesAmount: 30_00 });
});

/** A member of a partner without sent dues, enrolled before the months of the tests. */
const unsent = {
  ...active,
  partnerId: '1',
  enrolledOn: '2026-07-01',
  startsOn: '2026-07-01',
  activatedOn: '2026-07-01',
};

const excludedOf = (excluded: readonly { name: string; reason: string }[]) =>
  excluded.map(({ name, reason }) => [name, reason]);

async function checkedByJob(filter: Parameters<typeof checkRun>[0]) {
  settings.paymentsAtOnce = 1;
  const caller = { userId: world.admin.id, now: now(), newId };
  const { jobId } = await checkRun(filter, caller);
  await runJob(jobId ?? '');
  const result = await checkRun(filter, caller, jobId ?? '');
  settings.paymentsAtOnce = paymentsAtOnce;
  return result;
}

describe('dues of a month that is over', () => {
  it('are sent only for partners of which others were sent before', async () => {
    setClock('2026-10-30T15:00:00Z');
    await testDues('sent', '202610', active);
    await run.sendAll(filterOf(6, '202610', 'all'));
    await testDues('late', '202610', active);
    await testDues('unsent', '202610', unsent);
    setClock('2026-11-10T15:00:00Z');
    for (const { paymentCount, excluded } of [
      await run.check(filterOf(6, '202610', 'all')),
      await checkedByJob(filterOf(6, '202610', 'all')),
    ])
      expect([paymentCount, excludedOf(excluded)]).toEqual([1, [['Ann Lund unsent', duesLocked]]]);
    const { pending } = (await call(bankFiles.getTreasury, world.admin, {})).body;
    expect(pending).toMatchObject([{ amount: 60, parts: { ready: 30, excluded: 30 } }]);
  });

  it('stay locked when others are marked as Sent Externally, and are not announced', async () => {
    const partnerId = '1';
    const paid = await testDues('external', '202608', unsent);
    // no announcement exists
    const quiet = await testDues('quiet', '202608', unsent);
    const before = await loadPayment(quiet.id);
    const silent: Partial<MemberPayment> = { announced: undefined };
    await transact(...paymentChange(before, { ...before, ...silent } as MemberPayment));
    setClock('2026-09-03T15:00:00Z');
    const { version } = await loadPayment(paid.id);
    const external = {
      decision: 'markSentExternally',
      reason: 'Paid by check.',
      payments: [{ paymentId: paid.id, version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body: external })).body.changed).toBe(1);
    expect(await run.check(filterOf(6, '202608', partnerId))).toMatchObject({
      paymentCount: 0,
      errorMessage: duesLocked,
    });
    const begun = waitingJobs.length;
    await announce({ time: '2026-09-03T09:00:00Z' });
    for (const job of waitingJobs.slice(begun)) await runJob(job);
    expect(await loadPayment(quiet.id)).not.toHaveProperty('announced');
  });

  it('are paid again only if they were canceled before the end of the month', async () => {
    const canceledOn = async (day: string, id: string) => {
      setClock(`${day}T15:00:00Z`);
      const { version } = await loadPayment(id);
      const body = {
        decision: 'cancel',
        reason: 'The wrong row was selected.',
        payments: [{ paymentId: id, version }],
      };
      expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
    };
    const payAgain = async (user: User, id: string) => {
      const { version } = await loadPayment(id);
      const body = { version, reason: 'Canceled by mistake.' };
      return call(payments.payAgain, user, { params: { paymentId: id }, body });
    };
    const [early, late] = [
      await testDues('early', '202609', unsent),
      await testDues('again', '202609', unsent),
    ];
    await canceledOn('2026-09-29', early.id);
    await canceledOn('2026-10-05', late.id);
    const refused = await payAgain(world.admin, late.id);
    expect([refused.status, refused.body.message]).toEqual([409, `${duesLocked}. Nothing was changed.`]);
    for (const user of [world.admin, second]) expect((await payAgain(user, early.id)).status).toBe(200);
    expect(await run.check(filterOf(6, '202609', '1'))).toMatchObject({
      paymentCount: 1,
      errorMessage: null,
    });
  });

  it('stay locked for the others when dues that waited are sent after it', async () => {
    setClock('2026-05-25T15:00:00Z');
    const since = { ...unsent, enrolledOn: '2026-01-05', startsOn: '2026-01-05', activatedOn: '2026-01-05' };
    await testDues('held', '202605', { ...since, holds: [{ from: '2026-05-10', to: '2026-05-20' }] });
    await testDues('other', '202605', since);
    setClock('2026-06-05T15:00:00Z');
    const may = filterOf(6, '202605', '1');
    expect(await run.check(may)).toMatchObject({ paymentCount: 1 });
    await run.sendAll(may);
    const { paymentCount, errorMessage, excluded } = await run.check(may);
    expect([paymentCount, errorMessage, excludedOf(excluded)]).toEqual([
      0,
      duesLocked,
      [['Ann Lund other', duesLocked]],
    ]);
    const query = { programPaymentTypeID: 2, paymentTypeID: 6, partnerID: '1', periodID: '202605' };
    expect((await call(payments.memberPaymentsExist, world.admin, { query })).body.locked).toBeDefined();
  });

  it('count as sent in the month of the confirmation of their file', async () => {
    setClock('2027-11-20T15:00:00Z');
    const since = { enrolledOn: '2027-08-05', startsOn: '2027-08-05', activatedOn: '2027-08-05' };
    await testDues('midnight', '202711', { ...unsent, ...since });
    const november = filterOf(6, '202711', '1');
    setClock('2027-12-01T05:58:00Z');
    const { reserve, send } = await run.confirm(november);
    await reserve();
    setClock('2027-12-01T06:02:00Z');
    expect(await send()).toMatchObject({ message: 'The file was sent.' });
    await testDues('left out', '202711', { ...unsent, ...since });
    expect(await run.check(november)).toMatchObject({ paymentCount: 1, errorMessage: null });
  });

  it('are not promised to the member as the next withdrawal', async () => {
    setClock('2026-07-20T15:00:00Z');
    const user = await createUser({ memberIds: ['home'], memberPartnerIds: ['1'] });
    const since = { enrolledOn: '2026-01-05', startsOn: '2026-01-05', activatedOn: '2026-01-05' };
    const { id } = await testDues('home', '202607', {
      ...unsent,
      ...since,
      facilityId: '4100',
      userId: user.id,
    });
    const silent: Partial<MemberPayment> = { announced: undefined };
    const before = await loadPayment(id);
    await transact(...paymentChange(before, { ...before, ...silent } as MemberPayment));
    setClock('2026-08-05T15:00:00Z');
    const [progress] = (await call(members.progress, user, { query: { memberGuids: ['home'] } })).body;
    expect(progress.withdrawals).toMatchObject([{ periodID: '202609' }]);
    const { ending } = (await call(members.ending, user, { query: { memberGuid: 'home' } })).body;
    expect(ending).toMatchObject({ kind: 'leave', lastWithdrawal: null });
  });

  it('that waited are promised by home and ending with those of this month, however old they are', async () => {
    setClock('2028-01-25T15:00:00Z');
    const user = await createUser({ memberIds: ['two'], memberPartnerIds: ['2'] });
    const since = { enrolledOn: '2027-08-05', startsOn: '2027-08-05', activatedOn: '2027-08-05' };
    const held = { holds: [{ from: '2028-02-10', to: '2028-07-10' }] };
    await testDues('two', '202802', { ...active, ...since, ...held, facilityId: '4100', userId: user.id });
    setClock('2028-07-11T15:00:00Z');
    await addDues('two', '202807');
    const begun = waitingJobs.length;
    await announce({ time: '2028-07-11T09:00:00Z' });
    for (const job of waitingJobs.slice(begun)) await runJob(job);
    setClock('2028-07-19T15:00:00Z');
    const months = ['202802', '202807'];
    for (const month of months)
      expect(await run.check(filterOf(6, month))).toMatchObject({ paymentCount: 1 });
    const query = { memberGuid: 'two' };
    const [progress] = (await call(members.progress, user, { query: { memberGuids: ['two'] } })).body;
    const { ending } = (await call(members.ending, user, { query })).body;
    expect(progress.withdrawals.map(({ periodID }: { periodID: string }) => periodID)).toEqual(months);
    expect(ending.lastWithdrawal).toMatchObject({ periodID: '202807' });
  });

  it('are locked for home, notices, and files if they are first dues and the next month is over too', async () => {
    setClock('2029-01-10T15:00:00Z');
    const user = await createUser({ memberIds: ['first'], memberPartnerIds: ['1'] });
    const since = { enrolledOn: '2029-01-05', startsOn: '2029-01-05', activatedOn: '2029-01-05' };
    const { id } = await testDues('first', '202901', {
      ...unsent,
      ...since,
      facilityId: '4100',
      userId: user.id,
    });
    const silent: Partial<MemberPayment> = { announced: undefined };
    const before = await loadPayment(id);
    await transact(...paymentChange(before, { ...before, ...silent } as MemberPayment));
    const january = filterOf(6, '202901', '1');
    const promised = async () =>
      (await call(members.progress, user, { query: { memberGuids: ['first'] } })).body[0].withdrawals.map(
        ({ periodID }: { periodID: string }) => periodID,
      );
    setClock('2029-02-28T15:00:00Z');
    expect(excludedOf((await run.check(january)).excluded)).not.toContainEqual([
      'Ann Lund first',
      duesLocked,
    ]);
    expect(await promised()).toEqual(['202901']);
    setClock('2029-03-01T15:00:00Z');
    const begun = waitingJobs.length;
    await announce({ time: '2029-03-01T09:00:00Z' });
    for (const job of waitingJobs.slice(begun)) await runJob(job);
    expect(await loadPayment(id)).not.toHaveProperty('announced');
    expect(await run.check(january)).toMatchObject({ paymentCount: 0, errorMessage: duesLocked });
    expect(await promised()).toEqual(['202903']);
  });

  it('are collected again if they are first dues that were canceled in time', async () => {
    setClock('2029-06-03T15:00:00Z');
    const since = { enrolledOn: '2029-06-02', startsOn: '2029-06-02', activatedOn: null };
    const { id } = await testDues('canceled', '202906', { ...unsent, ...since, invitationStatus: 3 });
    const body = {
      decision: 'cancel',
      reason: 'The wrong row was selected.',
      payments: [{ paymentId: id, version: (await loadPayment(id)).version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
    setClock('2029-08-10T15:00:00Z');
    const params = { memberId: 'canceled' };
    expect((await call(members.collectFirstDues, world.admin, { params })).status).toBe(200);
    const { excluded } = await run.check(filterOf(6, '202906', '1'));
    expect(excludedOf(excluded)).not.toContainEqual(['Ann Lund canceled', duesLocked]);
  });

  it('that waited for the first dues are announced and sent, but not those of later months', async () => {
    setClock('2027-01-25T15:00:00Z');
    const since = { enrolledOn: '2027-01-20', startsOn: '2027-01-20' };
    const first = await testDues('waits', '202701', {
      ...unsent,
      ...since,
      invitationStatus: 3,
      activatedOn: null,
    });
    const months = ['202702', '202703'];
    for (const period of months) {
      const { id } = await addDues('waits', period, '1');
      const before = await loadPayment(id);
      const silent: Partial<MemberPayment> = { announced: undefined };
      await transact(...paymentChange(before, { ...before, ...silent } as MemberPayment));
    }
    setClock('2027-02-27T15:00:00Z');
    const body = {
      decision: 'markSentExternally',
      reason: 'Paid by check.',
      payments: [{ paymentId: first.id, version: (await loadPayment(first.id)).version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body })).body.changed).toBe(1);
    setClock('2027-04-05T15:00:00Z');
    const begun = waitingJobs.length;
    await announce({ time: '2027-04-05T09:00:00Z' });
    for (const job of waitingJobs.slice(begun)) await runJob(job);
    setClock('2027-04-12T15:00:00Z');
    const counts = await Promise.all(months.map((period) => run.check(filterOf(6, period, '1'))));
    expect(counts.map(({ paymentCount, errorMessage }) => [paymentCount, errorMessage])).toEqual([
      [1, null],
      [0, duesLocked],
    ]);
  });
});
