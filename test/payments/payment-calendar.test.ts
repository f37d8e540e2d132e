import { describe, expect, it } from 'vitest';
import {
  addDays,
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodEnd,
  periodStart,
} from '../../shared/calendar.ts';
import {
  duesLocked,
  effectiveDateOf,
  generationDate,
  promisedDate,
  sendingRefusal,
  sendingWindow,
} from '../../shared/payments/payment-calendar.ts';
import { newestPeriodOffered, newestPeriodToGenerate } from '../../shared/payments/payment-types.ts';
import { isClosed } from '../../shared/periods/period.ts';

const months = Array.from({ length: 144 }, (_, month) => addPeriods('202401', month));
const settings = {
  cutOff: '16:30',
  debitLeadDays: 1,
  creditLeadDays: 1,
  debitDaysAhead: 6,
  creditDaysAhead: 5,
} as const;
const morning = (date: string) => new Date(`${date}T15:30:00Z`);

function goodDays(flow: 'memberDues' | 'memberReimbursement', period: string, notice: 1 | 2): string[] {
  const using = { ...settings, debitLeadDays: notice, creditLeadDays: notice };
  const { from, until } = sendingWindow(flow, period, using);
  const last = until ?? periodEnd(nextPeriod(period));
  const days: string[] = [];
  for (let day = from ?? last; day <= last; day = addDays(day, 1))
    if (
      !sendingRefusal(flow, period, using, morning(day)) &&
      effectiveDateOf(flow, period, using, morning(day)) === promisedDate(flow, period)
    )
      days.push(day);
  return days;
}

describe('effective dates', () => {
  it('dues can be sent in time for the promised day in each of the 144 months of 2024 to 2035', () => {
    for (const notice of [1, 2] as const)
      for (const month of months) expect(goodDays('memberDues', month, notice), month).not.toEqual([]);
  });

  it('reimbursements can be sent in time for the promised day in each of the 144 months', () => {
    for (const notice of [1, 2] as const)
      for (const month of months)
        expect(goodDays('memberReimbursement', month, notice), month).not.toEqual([]);
  });

  it('no payment is sent before it is generated', () => {
    for (const month of months) {
      const dues = sendingWindow('memberDues', month, settings).from ?? '';
      expect(dues >= generationDate(2, 6, month), month).toBe(true);
      const reimbursements = sendingWindow('memberReimbursement', month, settings).from ?? '';
      expect(reimbursements >= generationDate(2, 7, month), month).toBe(true);
    }
  });

  it('dues are never collected before the 1st, and after a missed day on the earliest one', () => {
    for (const month of months) {
      const first = periodStart(month);
      expect(effectiveDateOf('memberDues', month, settings, morning(addDays(first, -3))) >= first).toBe(true);
    }
    expect(effectiveDateOf('memberDues', '202612', settings, morning('2026-12-10'))).toBe('2026-12-11');
    expect(
      effectiveDateOf('memberDues', '202612', { ...settings, debitLeadDays: 2 }, morning('2026-12-10')),
    ).toBe('2026-12-14');
  });

  it('partner and facility payments are sent as soon as they exist', () => {
    expect(sendingRefusal('partnerWithdrawal', '202610', settings, morning('2026-11-09'))).toBeUndefined();
    expect(effectiveDateOf('facilityDeposit', '202610', settings, morning('2026-11-09'))).toBe('2026-11-10');
  });
});

describe('the sending refusal', () => {
  it('contains the day from which dues or reimbursements can be sent', () => {
    expect(sendingRefusal('memberDues', '202612', settings, morning('2026-11-24'))).toEqual({
      message: 'Dues for December 2026 can be sent from 11/25/2026.',
      isLocked: false,
    });
    expect(sendingRefusal('memberReimbursement', '202610', settings, morning('2026-11-18'))?.message).toBe(
      'Reimbursements for October 2026 can be sent from 11/19/2026.',
    );
    expect(sendingRefusal('memberReimbursement', '202610', settings, morning('2026-11-19'))).toBeUndefined();
  });

  it('locks dues when their month is over, and never reimbursements', () => {
    expect(
      sendingRefusal('memberDues', '202612', settings, new Date('2027-01-01T05:59:00Z')),
    ).toBeUndefined();
    expect(sendingRefusal('memberDues', '202612', settings, new Date('2027-01-01T06:00:00Z'))).toEqual({
      message: duesLocked,
      isLocked: true,
    });
    expect(sendingRefusal('memberReimbursement', '202601', settings, morning('2026-12-20'))).toBeUndefined();
  });
});

describe('generated months', () => {
  const offered = (program: 1 | 2 | 3, type: number, date: string) =>
    newestPeriodOffered(program, type, morning(date));

  it('include the next month of dues from the 25th on', () => {
    expect(offered(2, 6, '2026-11-24')).toBe('202611');
    expect(offered(2, 6, '2026-11-25')).toBe('202612');
    expect(newestPeriodOffered(2, 6, new Date('2026-11-25T05:59:00Z'))).toBe('202611');
  });

  it('of fees in member-paid programs are the current month', () => {
    expect(generationDate(2, 4, '202612')).toBe('2026-12-01');
    expect(generationDate(3, 4, '202612')).toBe('2026-12-01');
    expect(offered(3, 4, '2026-12-01')).toBe('202612');
  });

  it('of all other payments wait for the day after the reporting deadline', () => {
    const closed = [
      [1, 4],
      [3, 5],
      [1, 3],
      [2, 3],
      [3, 3],
      [2, 7],
      [3, 7],
    ] as const;
    for (const [program, type] of closed) {
      expect(generationDate(program, type, '202612')).toBe('2027-01-09');
      expect(newestPeriodToGenerate(program, type, morning('2027-01-08'))).toBe('202611');
      expect(newestPeriodToGenerate(program, type, morning('2027-01-09'))).toBe('202612');
    }
  });

  it('start on the first day on which the month is closed', () => {
    for (const month of months) {
      const day = generationDate(1, 4, month);
      expect(isClosed(month, morning(day))).toBe(true);
      expect(isClosed(month, morning(addDays(day, -1)))).toBe(false);
      expect(dateInChicago(morning(day))).toBe(day);
    }
  });

  it('of facility payments created manually include the current month if members pay, and closed months otherwise', () => {
    expect(offered(2, 3, '2026-11-20')).toBe('202611');
    expect(offered(1, 3, '2026-11-20')).toBe('202610');
  });
});
