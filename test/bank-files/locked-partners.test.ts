import { beforeAll, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadPayment } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { checkRun } from '../../functions/bank-files/preview/check.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import type { User } from '../../functions/users/user.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { active, chargeMembers, filterOf, memberRuns, testDues } from './member-runs.ts';
import { setClock, useTwoAdministrators } from './runs.ts';

const [world, second] = useTwoAdministrators();
const run = memberRuns(() => world.admin);
const settings = defined(environmentBankSettings);
const { paymentsAtOnce } = settings;

beforeAll(async () => {
  await chargeMembers();
  await setTerms('1', { programPaymentTypeId: 2, memberDuesAmount: 30_00 });
});

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
    await testDues('unsent', '202610', { ...active, partnerId: '1' });
    setClock('2026-11-10T15:00:00Z');
    for (const { paymentCount, excluded } of [
      await run.check(filterOf(6, '202610', 'all')),
      await checkedByJob(filterOf(6, '202610', 'all')),
    ])
      expect([paymentCount, excludedOf(excluded)]).toEqual([1, [['Ann Lund unsent', duesLocked]]]);
    const { pending } = (await call(bankFiles.getTreasury, world.admin, {})).body;
    expect(pending).toMatchObject([{ amount: 60, parts: { ready: 30, excluded: 30 } }]);
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
      await testDues('early', '202609', { ...active, partnerId: '1' }),
      await testDues('again', '202609', { ...active, partnerId: '1' }),
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
});
