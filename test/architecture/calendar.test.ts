import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBankingDays,
  addDays,
  addPeriods,
  closedUsagePeriods,
  dateInChicago,
  daysBetween,
  daysInPeriod,
  duesCollectionDate,
  federalHolidays,
  isBankingDay,
  isCalendarDate,
  isClosedUsagePeriod,
  nextPeriod,
  periodEnd,
  periodName,
  periodOf,
  periodStart,
  periodsUntilCurrent,
  previousPeriod,
  reimbursementDate,
  sameOrNextBankingDay,
  showDate,
  timeInChicago,
  weekday,
} from '../../shared/calendar.ts';

const someDate = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1970-01-01', days));

describe('the calendar', () => {
  it('returns day and time in Chicago in winter and summer', () => {
    expect(dateInChicago(new Date('2026-11-20T05:59:00Z'))).toBe('2026-11-19');
    expect(dateInChicago(new Date('2026-11-20T06:00:00Z'))).toBe('2026-11-20');
    expect(dateInChicago(new Date('2026-07-01T04:59:59Z'))).toBe('2026-06-30');
    expect(timeInChicago(new Date('2026-07-01T05:07:00Z'))).toEqual({ hour: 0, minute: 7 });
  });

  it('counts through skipped and repeated hours of clock changes', () => {
    expect(timeInChicago(new Date('2026-03-08T07:59:00Z'))).toEqual({ hour: 1, minute: 59 });
    expect(timeInChicago(new Date('2026-03-08T08:00:00Z'))).toEqual({ hour: 3, minute: 0 });
    expect(addDays('2026-03-07', 1)).toBe('2026-03-08');
    expect(addDays('2026-11-01', 1)).toBe('2026-11-02');
  });

  it('handles months: names, ends, leap days, and the turn of the year', () => {
    expect(periodName('202611')).toBe('November 2026');
    expect(nextPeriod('202612')).toBe('202701');
    expect(previousPeriod('202601')).toBe('202512');
    expect(addPeriods('202611', -23)).toBe('202412');
    expect(periodStart('202802')).toBe('2028-02-01');
    expect(periodEnd('202802')).toBe('2028-02-29');
    expect(daysInPeriod('202702')).toBe(28);
    expect(showDate('2026-11-20')).toBe('11/20/2026');
    expect(isCalendarDate('2026-02-29')).toBe(false);
    expect(() => addPeriods('202613', 1)).toThrow('The period must be a year and a month.');
  });

  it('reverts adding days and months', () => {
    fc.assert(
      fc.property(someDate, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(weekday(addDays(date, 7))).toBe(weekday(date));
        expect(addPeriods(addPeriods(periodOf(date), days % 600), -(days % 600))).toBe(periodOf(date));
      }),
    );
  });
});

describe('banking days', () => {
  it.each(['2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10'])(
    'keeps Friday %s open before a Saturday holiday',
    (friday) => {
      expect(weekday(friday)).toBe(5);
      expect(
        federalHolidays(2028)
          .concat(federalHolidays(2027), federalHolidays(2026))
          .map(({ date }) => date)
          .concat('2028-01-01'),
      ).toContain(addDays(friday, 1));
      expect(isBankingDay(friday)).toBe(true);
    },
  );

  it("lists the Federal Reserve's eleven holidays of 2026", () => {
    expect(federalHolidays(2026).map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  it('closes the Monday after a Sunday holiday', () => {
    expect(federalHolidays(2027).find(({ name }) => name === 'Independence Day')?.closes).toBe('2027-07-05');
    expect(isBankingDay('2027-07-05')).toBe(false);
    expect(isBankingDay('2027-07-06')).toBe(true);
  });

  it('excludes twelve of the thirty-six firsts of the month from 2026 to 2028', () => {
    const firsts = Array.from({ length: 36 }, (_, month) => periodStart(addPeriods('202601', month)));
    expect(firsts.filter((first) => !isBankingDay(first))).toHaveLength(12);
  });

  it('rolls forward, never back, to the nearest banking day', () => {
    fc.assert(
      fc.property(someDate, (date) => {
        const rolled = sameOrNextBankingDay(date);
        expect(rolled >= date && isBankingDay(rolled)).toBe(true);
        for (let day = date; day < rolled; day = addDays(day, 1)) expect(isBankingDay(day)).toBe(false);
      }),
    );
  });

  it('counts banking days over weekends and holidays in both directions', () => {
    expect(addBankingDays('2026-11-25', 1)).toBe('2026-11-27');
    expect(addBankingDays('2026-11-27', -1)).toBe('2026-11-25');
    expect(addBankingDays('2026-11-28', 0)).toBe('2026-11-30');
    expect(addBankingDays('2026-11-28', 1)).toBe('2026-11-30');
  });

  it('collects dues on the 1st or the next banking day', () => {
    expect(duesCollectionDate('202612')).toBe('2026-12-01');
    expect(duesCollectionDate('202701')).toBe('2027-01-04');
    expect(duesCollectionDate('202611')).toBe('2026-11-02');
  });

  it('pays reimbursements on the first banking day after the 25th of the next month', () => {
    expect(reimbursementDate('202610')).toBe('2026-11-27');
    expect(reimbursementDate('202611')).toBe('2026-12-28');
    expect(reimbursementDate('202612')).toBe('2027-01-26');
  });
});

describe('usage periods', () => {
  it('closes a period after the 8th of the next month in Chicago', () => {
    expect(isClosedUsagePeriod('202610', new Date('2026-11-09T05:59:59Z'))).toBe(false);
    expect(isClosedUsagePeriod('202610', new Date('2026-11-09T06:00:00Z'))).toBe(true);
    expect(isClosedUsagePeriod('202606', new Date('2026-07-09T04:59:59Z'))).toBe(false);
    expect(isClosedUsagePeriod('202606', new Date('2026-07-09T05:00:00Z'))).toBe(true);
  });

  it('closes a period by another configured deadline', () => {
    expect(isClosedUsagePeriod('202610', new Date('2026-11-05T18:00:00Z'), 4)).toBe(true);
    expect(isClosedUsagePeriod('202610', new Date('2026-11-05T18:00:00Z'), 5)).toBe(false);
  });

  it('lists closed periods, newest first', () => {
    expect(closedUsagePeriods(new Date('2026-11-08T18:00:00Z'), 3)).toEqual(['202609', '202608', '202607']);
    expect(closedUsagePeriods(new Date('2026-11-09T18:00:00Z'), 2)).toEqual(['202610', '202609']);
  });

  it('lists periods up to the current one, without future ones', () => {
    const now = new Date('2026-12-01T05:30:00Z');
    expect(periodsUntilCurrent(now, '202609')).toEqual(['202611', '202610', '202609']);
    expect(periodsUntilCurrent(now, '202612')).toEqual([]);
  });
});
