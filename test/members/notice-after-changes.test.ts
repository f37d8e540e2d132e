import { beforeAll, describe, expect, it } from 'vitest';
import { keepLedgerHandler as keepLedger } from '../../functions/ledger/handlers.ts';
import { loadMember } from '../../functions/members/store.ts';
import { periodsBetween, type PeriodId } from '../../shared/calendar.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { stored } from '../bank-files/member-runs.ts';
import { setClock } from '../bank-files/runs.ts';
import { proveMonth } from '../ledger/prove.ts';
import { addFacilities } from '../payments/facilities.ts';
import { setTerms } from '../payments/paycheck.ts';
import { payrollOf } from '../payments/payroll-of.ts';
import { call } from '../support/call.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { dayOf, refundId, reimbursementId, writtenNotices, type Signed } from './written-notices.ts';

const { world, settle, sendDues, collected, record, payRefunds, expectPaid, statusOf, reimbursed } =
  writtenNotices('203001');
beforeAll(() => setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 }));

/** Runs all jobs that a call began. */
async function begun<Result>(action: () => Promise<Result>): Promise<Result> {
  const before = waitingJobs.length;
  const result = await action();
  for (const job of waitingJobs.slice(before)) await runJob(job);
  return result;
}

describe('a notice in writing of a month that is sealed in the ledger', () => {
  it('leaves the seals intact', async () => {
    const keep = (day: string) => begun(() => keepLedger({ time: `${day}T12:45:00Z` }));
    setClock('2030-01-02T15:00:00Z');
    await keep('2030-01-02');
    const member = await collected('L1', 4);
    setClock(`${dayOf(member.at(3), '21')}T15:00:00Z`);
    const sealed = periodsBetween(member.first, member.at(2));
    await keep(dayOf(member.at(3), '21'));
    expect(await record(member, dayOf(member.first, '28'))).toMatchObject({ refundTotal: 90 });
    await payRefunds(periodsBetween(member.at(1), member.at(3)));
    for (const period of sealed)
      expect((await proveMonth(world.admin, period)).proof).toMatchObject({
        seal: 'intact',
        findingCount: 0,
      });
    await expectPaid(member, 30, member.at(3));
  });
});

describe('a notice in writing after a transfer', () => {
  const none = undefined;
  beforeAll(() => setTerms('2', { duesForOneMemberPerMonthPaidToFacility: 20_00 }));

  /** Generates the payments of clubs and returns those of two clubs, in cents. */
  async function sharesOf(periodId: PeriodId, clubs: readonly string[]): Promise<(number | undefined)[]> {
    const body = { programPaymentTypeID: 2, partnerID: '2', usagePeriodID: periodId };
    expect((await begun(() => call(payments.generateFacilityPayments, world.admin, { body }))).status).toBe(
      200,
    );
    const found = await Promise.all(clubs.map((club) => stored(`F-2-3-2-${club}-${periodId}`)));
    return found.map((payment) => payment?.totalPayment);
  }

  it.each([
    {
      id: 'T1',
      of: 1,
      end: 2,
      when: 'before its end',
      shares: [
        [20_00, none],
        [none, 20_00],
        [none, none],
      ],
    },
    {
      id: 'T2',
      of: 2,
      end: 1,
      when: 'behind its end',
      shares: [
        [20_00, none],
        [none, none],
        [none, none],
      ],
    },
  ])('pays the clubs until the end ($when)', async ({ id, of, end, shares }) => {
    await addFacilities([`4${id}`]);
    const member = await collected(id, 3);
    setClock(`${dayOf(member.at(of), '20')}T15:00:00Z`);
    await begun(() => call(members.transfer, world.admin, { params: { facilityId: `4${id}` }, body: [id] }));
    expect(await loadMember(id)).toMatchObject({ facilityId: `4${id}` });
    setClock(`${dayOf(member.at(2), '25')}T15:00:00Z`);
    const refundTotal = 30 * (3 - end);
    expect(await record(member, dayOf(member.at(end - 1), '28'))).toMatchObject({ refundTotal });
    await payRefunds(periodsBetween(member.at(end), member.at(2)));
    await expectPaid(member, 90 - refundTotal, member.at(2));
    setClock(`${dayOf(member.at(4), '10')}T15:00:00Z`);
    for (const [months, expected] of shares.entries())
      expect(await sharesOf(member.at(months), ['4100', `4${id}`])).toEqual(expected);
  });
});

describe('a notice in writing after a pause of a month with sent dues', () => {
  const pauseOf = (member: Signed, months: number) =>
    call(members.pause, member.user, { body: { memberGuid: member.id, months } });

  /** A member who pauses the second month after its dues were sent. */
  async function paused(id: string) {
    const member = await collected(id, 1);
    const file = await sendDues(member, member.at(1));
    setClock(`${dayOf(member.first, '27')}T15:00:00Z`);
    expect((await pauseOf(member, 1)).status).toBe(200);
    expect(await statusOf(refundId(id, member.at(1)))).toBe(0);
    return { member, file };
  }

  it.each([
    { id: 'P1', ends: 'early', notice: [0, '28'], refunded: [1, 2], paid: 30 },
    { id: 'P2', ends: 'early', notice: [1, '05'], refunded: [2], paid: 60 },
    { id: 'P3', ends: 'early', notice: [1, '20'], refunded: [2], paid: 60 },
    { id: 'P4', ends: 'with the month', notice: [0, '28'], refunded: [2], paid: 30 },
    { id: 'P5', ends: 'with the month', notice: [1, '05'], refunded: [2], paid: 30 },
    { id: 'P6', ends: 'with the month', notice: [2, '02'], refunded: [], paid: 60 },
  ] as const)('that ends $ends is charged as owed (notice $notice)', async (row) => {
    const { id, ends, refunded, paid } = row;
    const { member, file } = await paused(id);
    const noticeOn = dayOf(member.at(row.notice[0]), row.notice[1]);
    setClock(`${dayOf(member.at(1), '10')}T15:00:00Z`);
    if (ends === 'early')
      expect((await call(members.resume, member.user, { body: { memberGuid: id } })).status).toBe(200);
    await settle(file);
    await settle(await sendDues(member, member.at(2)));
    setClock(`${dayOf(member.at(2), '22')}T15:00:00Z`);
    if (ends !== 'early') await payRefunds([member.at(1)]);
    expect(await record(member, noticeOn)).toMatchObject({ refundTotal: 30 * refunded.length });
    await payRefunds(refunded.map((months): PeriodId => member.at(months)));
    await expectPaid(member, paid, member.at(2));
  });
});

describe('a notice in writing of a member who is reimbursed by paycheck', () => {
  it.each([
    { id: 'Y1', isInFile: false, after: [25_00], reimbursed: 0, status: 4 },
    { id: 'Y2', isInFile: true, after: [50_00], reimbursed: 25, status: 6 },
  ])('pays nothing for months behind the end (in a payroll file: $isInFile)', async (row) => {
    const { id, isInFile } = row;
    const member = await collected(id, 2);
    const byPaycheck = { memberBillingTypeId: 2, status: 6 } as const;
    const months = [member.first, member.at(1)];
    setClock(`${dayOf(member.at(2), '12')}T15:00:00Z`);
    for (const period of months) await reimbursed(member, period, byPaycheck);
    if (isInFile) expect(await payrollOf(world.admin, member.at(1), id)).toEqual([50_00]);
    expect(await record(member, dayOf(member.first, '28'))).toMatchObject({
      refundTotal: 30,
      reimbursed: row.reimbursed,
    });
    expect(await statusOf(reimbursementId(id, member.first))).toBe(6);
    expect(await statusOf(reimbursementId(id, member.at(1)))).toBe(row.status);
    setClock(`${dayOf(member.at(2), '14')}T15:00:00Z`);
    expect(await payrollOf(world.admin, member.at(1), id)).toEqual(row.after);
  });
});
