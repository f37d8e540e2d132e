import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { type PeriodId } from '../../shared/calendar.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { filterOf, stored } from '../bank-files/member-runs.ts';
import { setClock } from '../bank-files/runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { payrollOf } from '../payments/payroll-of.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { dayOf, duesId, reimbursementId, writtenNotices, type Signed } from './written-notices.ts';

const { world, collected, confirm, generate, preview, record, report, returnAll, sendDues } =
  writtenNotices('203001');
const terms = (memberReimbursementTypeId: 4 | 8) =>
  setTerms('2', {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 2,
  });
beforeAll(() => terms(4));

async function payOutside(id: string): Promise<void> {
  const { version } = defined(await stored(id));
  const body = {
    decision: 'markSentExternally',
    reason: 'Paid at the club.',
    payments: [{ paymentId: id, version }],
  };
  expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
}

const amountOf = async (id: string) => {
  const { status, amountToBeSent } = (await stored(id)) ?? {};
  return { status, amountToBeSent };
};

/** Puts the membership on hold around the 10th of a month, so that a notice of that day ends it on its day. */
async function holdAround(member: Signed, period: PeriodId): Promise<void> {
  const before = await loadMember(member.id);
  const holds = [{ from: dayOf(period, '05'), to: dayOf(period, '15') }];
  await transact(...memberChange(before, { ...before, holds }));
}

describe('a reimbursement of a month with returned dues, of a membership that a notice ends within the month', () => {
  /** A member with returned dues and two visits of the second month, one of them behind the 10th. */
  async function returnedMonth(id: string) {
    const member = await collected(id, 1);
    const month = member.at(1);
    const { text } = await sendDues(member, month);
    await report(member, dayOf(month, '28'), month, ['04', '20']);
    await returnAll(text, 'R08');
    await generate(month, dayOf(member.at(2), '09'));
    await holdAround(member, month);
    setClock(`${dayOf(member.at(2), '12')}T16:00:00Z`);
    return { member, month, paymentId: reimbursementId(id, month) };
  }

  it('is not paid for too few visits after the dues are paid', async () => {
    const { member, month, paymentId } = await returnedMonth('A1');
    await record(member, dayOf(month, '10'));
    expect((await amountOf(paymentId)).status).toBe(4);
    await payOutside(duesId('A1', month));
    expect((await amountOf(paymentId)).status).toBe(4);
  });

  it('is paid if the visits before the end are enough', async () => {
    const { member, month, paymentId } = await returnedMonth('A2');
    await report(member, dayOf(member.at(2), '12'), month, ['03']);
    await record(member, dayOf(month, '10'));
    await payOutside(duesId('A2', month));
    expect(await amountOf(paymentId)).toEqual({ status: 0, amountToBeSent: 25_00 });
  });
});

it.each([
  { id: 'D1', withdrawn: true, after: { status: 4, amountToBeSent: 0 } },
  { id: 'D2', withdrawn: false, after: { status: 0, amountToBeSent: 25_00 } },
])(
  'is paid for the visits that still count when the dues are paid ($id)',
  async ({ id, withdrawn, after }) => {
    const member = await collected(id, 1);
    const month = member.at(1);
    const { text } = await sendDues(member, month);
    await returnAll(text, 'R08');
    await report(member, dayOf(month, '28'), month, ['04', '12']);
    await generate(month, dayOf(member.at(2), '09'));
    setClock(`${dayOf(member.at(2), '12')}T16:00:00Z`);
    await record(member, dayOf(month, '28'));
    expect((await amountOf(reimbursementId(id, month))).status).toBe(4);
    const body = {
      memberGuid: id,
      facilityIDNumber: '4100',
      date: dayOf(month, '12'),
      reason: 'Another person checked in.',
    };
    if (withdrawn) expect((await call(visits.withdraw, world.admin, { body })).status).toBe(200);
    await payOutside(duesId(id, month));
    expect(await amountOf(reimbursementId(id, month))).toEqual(after);
  },
);

it('is not paid again by a request that was made before the dues are paid', async () => {
  const member = await collected('D3', 1);
  const month = member.at(1);
  const { text } = await sendDues(member, month);
  await returnAll(text, 'R08');
  await report(member, dayOf(month, '28'), month, ['04', '12']);
  await generate(month, dayOf(member.at(2), '09'));
  await record(member, dayOf(month, '28'));
  const paymentId = reimbursementId('D3', month);
  const { version } = defined(await stored(paymentId));
  const body = { version, reason: 'The member asked for it.' };
  const requested = await call(payments.payAgain, world.admin, { params: { paymentId }, body });
  expect(requested.body).toMatchObject({ approved: false });
  await payOutside(duesId('D3', month));
  expect(await stored(paymentId)).toMatchObject({ status: 0, payAgainRequest: null });
});

it('is not recovered if it waited when the payroll file was created', async () => {
  await terms(8);
  const member = await collected('C1', 1);
  const month = member.at(1);
  const { text } = await sendDues(member, month);
  await returnAll(text, 'R08');
  for (const months of [0, 1]) {
    await report(member, dayOf(member.at(months), '28'), member.at(months), ['04', '20']);
    await generate(member.at(months), dayOf(member.at(months + 1), '09'));
  }
  setClock(`${dayOf(member.at(2), '10')}T16:00:00Z`);
  // the reimbursement of the first month
  expect(await payrollOf(world.admin, month, 'C1')).toEqual([25_00]);
  setClock(`${dayOf(member.at(2), '12')}T16:00:00Z`);
  expect(await record(member, dayOf(member.first, '28'))).toMatchObject({ reimbursed: 0 });
  expect((await amountOf(reimbursementId('C1', month))).status).toBe(4);
  await terms(4);
});

describe('late visits of several months', () => {
  /** Late visits of the second and third month; the dues of some come back. */
  async function lateVisits(id: string, ...returned: number[]) {
    const member = await collected(id, 1);
    for (const months of [1, 2]) {
      const { text } = await sendDues(member, member.at(months));
      if (returned.includes(months)) await returnAll(text, 'R08');
      await generate(member.at(months), dayOf(member.at(months + 1), '09'));
    }
    for (const months of [1, 2])
      await report(member, dayOf(member.at(3), '28'), member.at(months), ['11', '12']);
    const lateId = `${reimbursementId(id, member.at(3))}-late`;
    return { member, lateId, noticeOn: dayOf(member.at(1), '28') };
  }

  it('are reimbursed for the owed month only after its returned dues are paid', async () => {
    const { member, lateId, noticeOn } = await lateVisits('B1', 1);
    expect(await amountOf(lateId)).toEqual({ status: 0, amountToBeSent: 50_00 });
    await record(member, noticeOn);
    expect((await amountOf(lateId)).status).toBe(4);
    await payOutside(duesId('B1', member.at(1)));
    expect(await amountOf(lateId)).toEqual({ status: 0, amountToBeSent: 25_00 });
  });

  it('are reimbursed after the returned dues of all months are paid', async () => {
    const { member, lateId } = await lateVisits('B4', 1, 2);
    await record(member, dayOf(member.at(2), '28'));
    expect((await amountOf(lateId)).status).toBe(4);
    await payOutside(duesId('B4', member.at(1)));
    expect((await amountOf(lateId)).status).toBe(4);
    await payOutside(duesId('B4', member.at(2)));
    expect(await amountOf(lateId)).toEqual({ status: 0, amountToBeSent: 50_00 });
  });

  it('are not recovered from a payment by paycheck that no payroll file contains', async () => {
    await terms(8);
    const { member, lateId, noticeOn } = await lateVisits('B2');
    expect(await amountOf(lateId)).toEqual({ status: 6, amountToBeSent: 50_00 });
    expect(await record(member, noticeOn)).toMatchObject({ reimbursed: 0 });
    expect(await amountOf(lateId)).toEqual({ status: 6, amountToBeSent: 25_00 });
    setClock(`${dayOf(member.at(4), '12')}T16:00:00Z`);
    expect(await payrollOf(world.admin, member.at(3), 'B2')).toEqual([25_00]);
    await terms(4);
  });

  it('refuse a notice while their payment is being sent', async () => {
    const { member, lateId, noticeOn } = await lateVisits('B3');
    setClock(`${dayOf(member.at(4), '28')}T16:00:00Z`);
    const file = await confirm(filterOf(7, member.at(3)));
    await file.reserve();
    expect(await preview(member, noticeOn)).toMatchObject({
      ending: null,
      refusal: expect.stringContaining('being sent'),
    });
    await file.send();
    expect(await amountOf(lateId)).toEqual({ status: 2, amountToBeSent: 50_00 });
    expect(await record(member, noticeOn)).toMatchObject({ reimbursed: 25 });
  });
});
