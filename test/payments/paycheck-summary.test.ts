import { beforeAll, beforeEach, expect, it } from 'vitest';
import { paycheckLimits } from '../../functions/payments/generation/paycheck-summary.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { byPaycheckTerms, generateForMembers, setTerms } from './paycheck.ts';

const world = useWorld();
const visits = (memberId: string, by: number) =>
  transact({ count: keys.monthlyVisits(memberId, '202610'), by });
paycheckLimits.inStep = 1;
beforeAll(async () => {
  await addFacilities(['6000', '6001']);
  await setTerms('2', byPaycheckTerms);
  for (const [index, id] of ['one', 'two', 'few'].entries())
    await addMembers('2', [{ id, facilityId: index === 1 ? '6001' : '6000' }]);
  await visits('one', 12);
  await visits('two', 13);
  await visits('few', 3);
});
beforeEach(() => setClock('2026-11-25T16:00:00Z'));
resetClockAfterEach();

const params = { programPaymentTypeId: 3, paymentTypeId: 8, periodId: '202610' };
const summary = async () =>
  (await call(payments.listPartnerPayments, world.admin, { params, query: { partnerId: '2' } })).body;

it('the paycheck summary is one payment per partner, Sent Externally, and follows its reimbursements', async () => {
  await generateForMembers(world, 7, '202610');
  const { items, totals } = await summary();
  expect(items).toMatchObject([
    {
      id: 'P-3-8-2-202610',
      totalPayment: 50,
      status: 6,
      billingInfo: 'By Employee Paycheck',
      isEditable: false,
    },
  ]);
  expect(totals).toMatchObject({ count: 1, totalPayment: 50 });
  const { version } = items[0];
  await generateForMembers(world, 7, '202610');
  expect((await summary()).items[0].version).toBe(version);
  await visits('few', 9);
  await generateForMembers(world, 7, '202610');
  expect((await summary()).items).toMatchObject([{ totalPayment: 75 }]);
  for (const id of ['one', 'two', 'few']) await visits(id, -9);
  await generateForMembers(world, 7, '202610');
  expect((await summary()).items).toEqual([]);
  for (const id of ['one', 'two', 'few']) await visits(id, 9);
  await generateForMembers(world, 7, '202610');
});

it('member payments of all partners are one row per partner with the sums of its own list', async () => {
  const of = { programPaymentTypeID: 3, paymentTypeID: 7, periodID: '202610' };
  const { body } = await call(payments.listMemberPaymentsByPartner, world.admin, { query: of });
  const own = await call(payments.listMemberPayments, world.admin, { query: { ...of, partnerID: '2' } });
  expect(body.items).toEqual([
    {
      partnerId: '2',
      partnerName: 'Partner 2',
      count: own.body.memberPaymentsCount,
      amount: own.body.totalPaymentsAmount,
    },
  ]);
  expect(own.body.memberPaymentsCount).toBeGreaterThan(0);
});

it('the summary is in no bank file or other sum, and its amount cannot be changed', async () => {
  const types = await call(payments.partnerPaymentTypes, world.admin, { params: { id: 3 } });
  expect(types.body.map(({ id }: { id: number }) => id)).toEqual([4, 5, 8]);
  const checked = await call(bankFiles.checkPartnerWithdrawal, world.admin, {
    query: { programPaymentTypeId: 3, partnerId: '2', periodId: '202610', paymentTypeId: 8 },
  });
  expect(checked.body.isAchUploadAvailable).not.toBe(true);
  const own = await call(payments.listPaymentsOfPartner, world.admin, {
    query: { partnerId: '2', periodIdFrom: '202610', periodIdTo: '202610' },
  });
  expect(JSON.stringify(own.body)).not.toContain('P-3-8-2');
  const body = {
    programPaymentTypeId: 3,
    paymentId: 'P-3-8-2-202610',
    amountToBeSent: '1.00',
    reason: 'Counted by hand',
  };
  const refused = await call(payments.correctPartnerPayment, world.admin, { body });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This amount is the sum of the paycheck payments, so it cannot be changed.',
  ]);
  const generated = await call(payments.generatePartnerPayments, world.admin, {
    body: {
      programTypeID: 1,
      programPaymentTypeID: 3,
      paymentTypeID: 8,
      partnerID: '2',
      usagePeriodID: '202610',
    },
  });
  expect(generated.status).toBe(422);
});
