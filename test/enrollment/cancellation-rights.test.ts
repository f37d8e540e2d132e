import { describe, expect, it } from 'vitest';
import { addDays, nextPeriod, periodOf, periodStart } from '../../shared/calendar.ts';
import { endedByMember, endingOf } from '../../shared/accounts/ending.ts';
import { earnsShare } from '../../shared/payments/facility-payment.ts';
import { memberPayment, owesDuesFor } from '../../shared/payments/member-payment.ts';
import { somePayment } from '../payments/some-payment.ts';
import { someGroupMembership, someMember } from '../support/builders.ts';
import {
  isBusinessDay,
  lastDayToCancel,
  noticeDay,
  rightAt,
  rightOf,
  readRightOverrides,
  signingDay,
  statesWithRight,
  withSignedRight,
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
    const { overrides } = readRightOverrides('{"WA":{"days":5}}');
    expect(rightOf('WA', overrides)).toMatchObject({ days: 5, refundDays: 30 });
  });

  it.each([
    ['', 'not JSON'],
    ['null', 'not an object of states'],
    ['[]', 'not an object of states'],
    ['{"WA":{"day":5},"RI":{"days":12}}', 'invalid rows: WA'],
    ['{"WA":null,"wa":{"days":5},"ZZ":{"days":5},"RI":{"days":12}}', 'invalid rows: WA, wa, ZZ'],
    ['{"WA":{"days":-1},"OR":{"unit":"weeks"},"RI":{"days":12}}', 'invalid rows: WA, OR'],
  ])('ignore the invalid rows of %s', (setting, error) => {
    const read = readRightOverrides(setting);
    expect(read.error).toBe(error);
    expect(rightOf('WA', read.overrides).days).toBe(3);
    expect(rightOf('RI', read.overrides).days).toBe(setting.includes('RI') ? 12 : 10);
  });

  it('are at least those of the signed agreement', () => {
    const today = rightAt({ state: 'WA' }, {}, '2026-11-24');
    const signed = { state: 'RI', until: '2026-12-09', refundDays: 10 };
    expect(withSignedRight(today, signed)).toMatchObject(signed);
    expect(withSignedRight(today, { ...signed, until: '2026-11-25', refundDays: 60 })).toEqual(today);
    expect(withSignedRight(today, undefined)).toEqual(today);
  });

  it('end at midnight in Hawaii and begin after the day in the east', () => {
    expect(noticeDay(new Date('2026-12-01T09:59:00Z'))).toBe('2026-11-30');
    expect(noticeDay(new Date('2026-12-01T11:01:00Z'))).toBe('2026-12-01');
    expect(signingDay(new Date('2026-12-01T05:30:00Z'))).toBe('2026-12-01');
  });
});

const onHold = { invitationStatus: 7 as const, holds: [{ from: '2026-11-25', to: null }] };

describe.each(
  statesWithRight.flatMap((state) => [
    { state, standing: 'active', fields: {} },
    { state, standing: 'on hold', fields: onHold },
  ]),
)('a member in $state, $standing', ({ state, standing, fields }) => {
  const signedOn = '2026-11-24';
  const until = lastDayToCancel(rightOf(state), signedOn);
  const member = {
    ...someMember('M1', '1', { invitationStatus: 4, facilityId: '4100', facilityName: 'Harbor Gym', state }),
    enrolledOn: signedOn,
    startsOn: signedOn,
    activatedOn: signedOn,
    ...fields,
  };
  const program = someGroupMembership('1', { programPaymentTypeId: 2, memberDuesAmount: 30_00 });
  const dues = somePayment<'member'>({
    id: 'M-2-6-1-M1-202611',
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    memberId: 'M1',
    periodId: '202611',
    totalPayment: 7_00,
    amountToBeSent: 7_00,
    status: 5,
  });
  /** Ends the membership on a day; the dues of months that are no longer owed are refunded. */
  const endOn = (day: string) => {
    const now = new Date(`${day}T18:00:00Z`);
    const context = {
      programPaymentTypeId: 2,
      until,
      isCollecting: false,
      firstDues: undefined,
      now,
    } as const;
    const { kind, after } = endedByMember(member, context);
    const refunded = owesDuesFor(after, dues.periodId) ? [] : [dues];
    const right = rightAt({ state }, {}, signedOn);
    const context2 = {
      member,
      after,
      kind,
      program,
      payments: [dues],
      right,
      limits: {},
      today: day,
      noticeOn: day,
    };
    return { after, ending: endingOf({ ...context2, dues: { dropped: [], refunded, reimbursed: [] } }) };
  };

  it('is refunded in full on the last day', () => {
    const { after, ending } = endOn(until);
    expect(ending).toMatchObject({ kind: 'cancel', refundTotal: 7_00, lastDay: until, state });
    expect(ending.refundBy).toBe(addDays(until, rightOf(state).refundDays));
    expect(after).toMatchObject({ invitationStatus: 8, canceledOn: until });
    for (const period of ['202611', '202612']) {
      expect(memberPayment(program, 6, period, after, 0)).toBeUndefined();
      expect(memberPayment(program, 7, period, after, 31)).toBeUndefined();
      expect(earnsShare(after, { from: signedOn, to: null }, period)).toBe(false);
    }
  });

  it('leaves one day later, with the month if it is active', () => {
    const day = addDays(until, 1);
    const { after, ending } = endOn(day);
    expect(ending).toMatchObject({ kind: 'leave', refundTotal: 0, refundBy: null });
    expect(after).toMatchObject(
      standing === 'active'
        ? { invitationStatus: 6, leavingOn: periodStart(nextPeriod(periodOf(day))) }
        : { invitationStatus: 8, leavingOn: day },
    );
    expect(owesDuesFor(after, '202611')).toBe(true);
    expect(earnsShare(after, { from: signedOn, to: null }, '202611')).toBe(true);
  });
});
