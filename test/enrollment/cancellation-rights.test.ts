import { describe, expect, it } from 'vitest';
import {
  isBusinessDay,
  lastDayToCancel,
  noticeDay,
  rightAt,
  rightOf,
  rightOverrides,
  signingDay,
  statesWithRight,
} from '../../shared/enrollment/cancellation-rights.ts';

const days: Record<string, number> = {
  AZ: 3,
  CA: 5,
  CT: 3,
  DC: 15,
  FL: 3,
  GA: 7,
  IL: 4,
  IN: 3,
  MA: 3,
  MD: 3,
  MN: 3,
  MO: 3,
  NH: 3,
  NJ: 3,
  NY: 3,
  OH: 3,
  PA: 3,
  RI: 10,
  TX: 3,
  VA: 3,
  WA: 3,
};

describe('rights of cancellation', () => {
  it.each(statesWithRight)('%s has days, a refund deadline, and a source or the default', (state) => {
    const right = rightOf(state);
    expect(right.days).toBe(days[state] ?? 10);
    expect(right.unit).toBe(state === 'DC' ? 'calendar' : 'business');
    expect(right.refundDays).toBeLessThanOrEqual(30);
    expect(right.source === null).toBe(days[state] === undefined);
  });

  it('cover 50 states and the District of Columbia once', () => {
    expect(new Set(statesWithRight).size).toBe(51);
  });

  it('count business days that neither a bank nor a government office closes', () => {
    expect(isBusinessDay('2026-11-26')).toBe(false);
    expect(isBusinessDay('2026-11-27')).toBe(true);
    // Independence Day 2026 is a Saturday: banks open on Friday, government offices do not
    expect(isBusinessDay('2026-07-03')).toBe(false);
    expect(isBusinessDay('2027-12-31')).toBe(false);
    // Juneteenth 2033 is a Sunday
    expect(isBusinessDay('2033-06-20')).toBe(false);
  });

  it.each([
    ['WA', '2026-11-24', '2026-11-30'],
    ['CA', '2026-11-24', '2026-12-02'],
    ['DC', '2026-11-05', '2026-11-20'],
    ['DC', '2026-11-06', '2026-11-23'],
    ['OR', '2026-12-18', '2027-01-05'],
  ])('%s: signed on %s, ends on %s', (state, signedOn, until) => {
    expect(lastDayToCancel(rightOf(state), signedOn)).toBe(until);
  });

  it('are those of the club’s state, or of the member’s where they end later', () => {
    const of = (facility: string, member?: string) =>
      rightAt({ state: facility }, { state: member }, '2026-11-24');
    expect(of('WA')).toMatchObject({ state: 'WA', until: '2026-11-30', refundDays: 30 });
    expect(of('WA', 'CA')).toMatchObject({
      state: 'CA',
      until: '2026-12-02',
      refundDays: 10,
      annualNotice: true,
    });
    expect(of('CA', 'WA')).toMatchObject({ state: 'CA', refundDays: 10 });
    expect(of('CT', 'CA')).toMatchObject({ state: 'CA', priceNoticeDays: 31 });
    expect(rightAt(undefined, {}, '2026-11-24')).toMatchObject({ days: 10, source: null });
  });

  it('can be replaced by an operator, one value at a time', () => {
    const overrides = rightOverrides.parse({ WA: { days: 5 } });
    expect(rightOf('WA', overrides)).toMatchObject({ days: 5, refundDays: 30 });
    expect(rightOverrides.safeParse({ WA: { day: 5 } }).success).toBe(false);
    expect(rightOverrides.safeParse({ Washington: { days: 5 } }).success).toBe(false);
  });

  it('end at midnight in Hawaii and begin after the day in the east', () => {
    expect(noticeDay(new Date('2026-12-01T09:59:00Z'))).toBe('2026-11-30');
    expect(noticeDay(new Date('2026-12-01T11:01:00Z'))).toBe('2026-12-01');
    expect(signingDay(new Date('2026-12-01T05:30:00Z'))).toBe('2026-12-01');
  });
});
