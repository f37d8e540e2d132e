import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { addDays } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import { filterOf, stored } from '../bank-files/member-runs.ts';
import { setClock } from '../bank-files/runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { payrollOf } from '../payments/payroll-of.ts';
import { call } from '../support/call.ts';
import { dayOf, reimbursementId, writtenNotices } from './written-notices.ts';

const { world, sendAll, settle, collected, record, report, generate } = writtenNotices('203001');
beforeAll(() =>
  setTerms('2', {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 2,
  }),
);

const pendingOf = async (id: string) => {
  const { status, amountToBeSent } = (await stored(id)) ?? {};
  return { status, amountToBeSent };
};

describe('visits of a month that are reported after its reimbursement', () => {
  /** A member with visits of the first two months that are reported on the 28th of the third one. */
  async function withLateVisits(id: string) {
    const member = await collected(id, 3);
    for (const months of [0, 1]) await generate(member.at(months), dayOf(member.at(months + 1), '09'));
    for (const months of [0, 1])
      await report(member, dayOf(member.at(2), '28'), member.at(months), ['11', '12']);
    const lateId = `${reimbursementId(id, member.at(2))}-late`;
    expect(await pendingOf(lateId)).toEqual({ status: 0, amountToBeSent: 50_00 });
    return { member, lateId, noticeOn: dayOf(member.first, '28') };
  }

  it('are named by their months on the page of endings', async () => {
    const { member } = await withLateVisits('V1');
    const { ending } = (await call(members.ending, member.user, { query: { memberGuid: 'V1' } })).body;
    expect(ending.reimbursements).toMatchObject(
      [0, 1].map((months) => ({ amount: 25, periodID: member.at(months) })),
    );
  });

  it('are paid for the months before the end only', async () => {
    const { member, lateId, noticeOn } = await withLateVisits('V2');
    expect(await record(member, noticeOn)).toMatchObject({
      reimbursements: [{ amount: 25, periodID: member.first }],
      reimbursed: 0,
    });
    expect(await stored(lateId)).toMatchObject({
      status: 0,
      totalPayment: 25_00,
      amountToBeSent: 25_00,
      reason: { steps: [{ periodId: member.first, amount: 25_00 }] },
    });
    const { body } = await call(accounts.billingInfo, member.user, { query: { membersGuids: ['V2'] } });
    const ofReimbursements = { isDuesPaidBack: false, amount: 25, periodID: member.first };
    expect(body[0].openDeposits).toContainEqual(expect.objectContaining(ofReimbursements));
  });

  it('are recovered for the months behind the end if they were paid', async () => {
    const { member, lateId, noticeOn } = await withLateVisits('V3');
    setClock(`${dayOf(member.at(3), '28')}T16:00:00Z`);
    await settle(await sendAll(filterOf(7, member.at(2))));
    expect(await record(member, noticeOn)).toMatchObject({ reimbursements: [], reimbursed: 25 });
    expect(await pendingOf(lateId)).toEqual({ status: 5, amountToBeSent: 50_00 });
  });
});

describe('visits behind an end within a month', () => {
  it.each([
    { id: 'W1', how: 'is not paid', after: { status: 4, amountToBeSent: 0 }, reimbursed: 0 },
    { id: 'W2', how: 'was sent', after: { status: 2, amountToBeSent: 25_00 }, reimbursed: 25 },
    { id: 'W3', how: 'waits for a payroll file', after: { status: 4, amountToBeSent: 0 }, reimbursed: 0 },
    { id: 'W4', how: 'is in a payroll file', after: { status: 6, amountToBeSent: 25_00 }, reimbursed: 25 },
  ])('do not count although the reimbursement of the month $how', async ({ id, how, after, reimbursed }) => {
    await setTerms('2', { memberReimbursementTypeId: how.includes('payroll') ? 8 : 4 });
    const member = await collected(id, 2);
    const month = member.at(1);
    await report(member, dayOf(month, '28'), month, ['04', '20']);
    await generate(month, dayOf(member.at(2), '09'));
    const before = await loadMember(id);
    const holds = [{ from: dayOf(month, '05'), to: dayOf(month, '15') }];
    await transact(...memberChange(before, { ...before, holds }));
    const paymentId = reimbursementId(id, month);
    setClock(`${dayOf(member.at(2), '12')}T16:00:00Z`);
    if (how === 'was sent') {
      setClock(`${dayOf(member.at(2), '28')}T16:00:00Z`);
      await sendAll(filterOf(7, month));
    }
    if (how === 'is in a payroll file') expect(await payrollOf(world.admin, month, id)).toEqual([25_00]);
    const lastDay = addDays(dayOf(month, '10'), -1);
    expect(await record(member, dayOf(month, '10'))).toMatchObject({
      lastDay,
      reimbursed,
      reimbursements: [],
    });
    expect(await pendingOf(paymentId)).toEqual(after);
    if (how === 'waits for a payroll file') expect(await payrollOf(world.admin, month, id)).toEqual([]);
    if (how !== 'is not paid') return;
    await report(member, dayOf(member.at(2), '13'), month, ['03']);
    expect(await pendingOf(paymentId)).toEqual({ status: 0, amountToBeSent: 25_00 });
  });
});
