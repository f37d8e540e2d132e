import { beforeAll, describe, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { somePayment, type Given } from './some-payment.ts';

const world = useWorld();
resetClockAfterEach();

const save = (payment: Payment) => transact(...paymentChange(null, payment));
const paidOn = (day: string) => `${day}T12:00:00.000Z`;
const facility = (facilityId: string, periodId: string, own: Given<'facility'>) =>
  somePayment({
    kind: 'facility',
    id: `F-3-3-1-${facilityId}-${periodId}`,
    programPaymentTypeId: 3,
    paymentTypeId: 3,
    periodId,
    facilityId,
    facilityNumber: facilityId,
    status: 5,
    duesPaidForOneMember: 20_00,
    ...own,
  });
const member = (memberId: string, periodId: string, type: 6 | 7, amount: number, statusAt: string) =>
  somePayment({
    kind: 'member',
    id: `M-3-${type}-1-${memberId}-${periodId}`,
    programPaymentTypeId: 3,
    paymentTypeId: type,
    periodId,
    memberId,
    memberBillingTypeId: type === 7 ? 2 : 1,
    status: type === 7 ? 6 : 5,
    statusAt,
    totalPayment: amount,
    amountToBeSent: amount,
  });
const group = (kind: 'moved in' | 'moved out', period: string, each: number) => ({
  kind,
  period,
  members: 1,
  each,
});

beforeAll(async () => {
  await addFacilities(['7001', '7002']);
  await addMembers(
    '1',
    ['ann', 'bo', 'cy', 'di', 'ed'].map((id) => ({ id, facilityId: '7001' })),
  );
  // November, paid in December: all three at 7001
  await save(
    facility('7001', '202611', {
      statusAt: paidOn('2026-12-14'),
      totalPayment: 60_00,
      amountToBeSent: 60_00,
      reason: { rule: 'test', steps: [], memberIds: ['ann', 'bo', 'cy'] },
    }),
  );
  // December, paid in January: cy moved in November, and each club has its own price
  await save(
    facility('7001', '202612', {
      statusAt: paidOn('2027-01-12'),
      duesPaidForOneMember: 30_00,
      totalPayment: 40_00,
      amountToBeSent: 40_00,
      reason: {
        rule: 'test',
        steps: [],
        memberIds: ['ann', 'bo', 'cy'],
        groups: [group('moved out', '202611', -20_00)],
      },
    }),
  );
  await save(
    facility('7002', '202612', {
      statusAt: paidOn('2027-01-12'),
      duesPaidForOneMember: 30_00,
      totalPayment: 50_00,
      amountToBeSent: 50_00,
      reason: {
        rule: 'test',
        steps: [],
        memberIds: ['cy', 'cy'],
        groups: [group('moved in', '202611', 20_00)],
      },
    }),
  );
  // a member with first dues that were collected late, in January
  for (const period of ['202607', '202611']) await save(member('ed', period, 6, 30_00, paidOn('2027-01-04')));
  await save(member('cy', '202611', 6, 15_00, paidOn('2026-11-02')));
  await save(member('bo', '202612', 6, 10_00, paidOn('2026-12-02')));
  await save(member('di', '202612', 6, 10_00, paidOn('2026-12-28')));
  await save(member('ann', '202612', 7, 25_00, paidOn('2027-01-09')));
  await save(member('ann', '202701', 7, 25_00, paidOn('2027-02-09')));
  // a member of December who is paid with January, without another payment of January
  await save(
    facility('7001', '202701', {
      statusAt: paidOn('2027-02-12'),
      totalPayment: 80_00,
      amountToBeSent: 80_00,
      duesPaidForOneMember: 30_00,
      reason: {
        rule: 'test',
        steps: [],
        memberIds: ['di', 'ed', 'ed', 'ed'],
        groups: [
          { kind: 'late', period: '202612', members: 1, each: 30_00 },
          { kind: 'late', period: '202607', members: 1, each: 20_00 },
          { kind: 'late', period: '202608', members: 1, each: 10_00 },
          { kind: 'late', period: '202611', members: 1, each: 20_00 },
        ],
      },
    }),
  );
});

const linesOf = async (periodID: string) => {
  setClock('2027-02-20T16:00:00Z');
  const params = { partnerId: '1' };
  const begun = await call(payments.makePayroll, world.admin, { params, body: { periodID } });
  await runJob(begun.body.jobId);
  const file = await call(payments.downloadPayroll, world.own.manager, {
    params: { ...params, fileId: periodID },
    query: { format: 'csv' },
  });
  const [, ...lines] = file.bytes.toString('utf8').trim().split('\r\n');
  return lines.map((line) => {
    const [memberId, , , code, , amount, yearToDate, , payYear] = line.split(',');
    return [memberId, code, payYear, amount, yearToDate].join(' ');
  });
};

describe('a payroll of two years', () => {
  it('divides club payments by the price of each group, not equally', async () => {
    expect(await linesOf('202612')).toEqual([
      'ann WELLDUES 2026 20.00 20.00',
      'ann WELLDUES 2027 30.00 30.00',
      'ann WELLREIM 2027 25.00 25.00',
      'bo WELLDUES 2026 20.00 20.00',
      'bo WELLDUES 2027 20.00 20.00',
      'cy WELLDUES 2026 5.00 5.00',
      'cy WELLDUES 2027 30.00 30.00',
    ]);
  });

  it('continues the year to date of the pay date, and deducts dues of the month that a club is paid for late', async () => {
    expect(await linesOf('202701')).toEqual([
      'ann WELLREIM 2027 25.00 50.00',
      'di WELLDUES 2027 20.00 20.00',
      // August only, for which no dues were paid
      'ed WELLDUES 2027 10.00 10.00',
    ]);
  });
});
