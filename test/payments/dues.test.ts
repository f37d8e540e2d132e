import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  duesCollectionDate,
  isBankingDay,
  nextPeriod,
  periodEnd,
  periodOf,
  periodStart,
} from '../../shared/calendar.ts';
import { enrolledMember } from '../../shared/enrollment/enroll.ts';
import type { Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import {
  duesOf,
  firstDayOfEnrollment,
  firstDues,
  firstWithdrawal,
  hasDayIn,
} from '../../shared/payments/dues.ts';
import { memberPayment } from '../../shared/payments/member-payment.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import { someFacility, someGroupMembership, someMember } from '../support/builders.ts';

const date = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const signed = { agreement: null, withdrawalPayeeToken: null, depositPayeeToken: null };

const enroll = (memberDuesAmount: number, today: string, launchDate: string): Member => {
  const terms = someGroupMembership('1', { programPaymentTypeId: 3, memberDuesAmount, launchDate });
  const member = someMember('M1', '1', { invitationStatus: 2 });
  const form = { contactNumber: '(218) 555-0142' };
  return enrolledMember(
    { member, facility: someFacility('4100'), terms, keyFob: undefined },
    form,
    today,
    signed,
  );
};
const charged = (dues: number, period: string, member: Member) =>
  memberPayment(
    someGroupMembership('1', { programPaymentTypeId: 3, memberDuesAmount: dues }),
    memberDues,
    period,
    member,
    0,
  )?.totalPayment ?? 0;

describe('dues', () => {
  it('are generated as signed, regardless of the launch date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_99 }),
        date,
        fc.integer({ min: -400, max: 400 }),
        (dues, today, away) => {
          const launchDate = addDays(today, away);
          const member = enroll(dues, today, launchDate);
          const firstDay = firstDayOfEnrollment(today, launchDate);
          const agreed = firstDues({ programPaymentTypeId: 3, memberDuesAmount: dues }, firstDay);
          const first = periodOf(firstDay);
          expect(charged(dues, first, member)).toBe(agreed);
          expect(charged(dues, nextPeriod(first), member)).toBe(dues);
          expect(charged(dues, periodOf(addDays(periodStart(first), -1)), member)).toBe(0);
          expect(member.invitationStatus).toBe(agreed === 0 ? 4 : 3);
          expect(member.activatedOn).toBe(agreed === 0 ? firstDay : null);
        },
      ),
    );
  });

  it('begin with the launch if the program launches after signing', () => {
    const member = enroll(45_00, '2026-11-10', '2026-12-11');
    expect(charged(45_00, '202611', member)).toBe(0);
    expect(charged(45_00, '202612', member)).toBe(Math.round((45_00 * 21) / 31));
  });

  it('are due in every status with a day of enrollment in the month, up to the end date and not on it', () => {
    const waiting = enroll(30_00, '2026-10-10', '2026-09-01');
    const active = moveMember(waiting, 'submitFirstDues', {});
    const today = '2026-11-15';
    const byHand = { today, membersPay: true, isCollecting: false };
    const suspended = moveMember(active, 'invalidateAccount', { today });
    const held = moveMember(active, 'hold', { today });
    const leaving = moveMember(active, 'leave', byHand);
    const gone = moveMember(held, 'leave', byHand);
    for (const member of [waiting, active, suspended, held, leaving, gone])
      expect([member.invitationStatus, charged(30_00, '202611', member)]).toEqual([
        member.invitationStatus,
        30_00,
      ]);
    for (const item of [waiting, active, suspended, held]) expect(charged(30_00, '202612', item)).toBe(30_00);
    expect(leaving.leavingOn).toBe('2026-12-01');
    for (const member of [leaving, gone]) expect(charged(30_00, '202612', member)).toBe(0);
  });

  it('are not due from a member who left before the first dues were sent', () => {
    const waiting = enroll(30_00, '2026-11-10', '2026-09-01');
    const leaver = { today: '2026-11-20', membersPay: true, isCollecting: false };
    expect(charged(30_00, '202611', moveMember(waiting, 'leave', leaver))).toBe(0);
  });

  it('are omitted if nothing remains to be paid or the partner pays all', () => {
    expect(firstDues({ programPaymentTypeId: 3, memberDuesAmount: 14 }, '2026-11-30')).toBe(0);
    expect(firstDues({ programPaymentTypeId: 3, memberDuesAmount: 15 }, '2026-11-30')).toBe(1);
    expect(firstDues({ programPaymentTypeId: 1, memberDuesAmount: 30_00 }, '2026-11-01')).toBe(0);
    expect(
      duesOf({ programPaymentTypeId: 3, memberDuesAmount: 0 }, { from: '2026-01-01', to: null }, '202611'),
    ).toBe(undefined);
  });

  it('are withdrawn on the day in the agreement: the 1st or the next banking day, never earlier', () => {
    for (let period = '202401'; period <= '203512'; period = nextPeriod(period)) {
      const launch = periodStart(period);
      const { date: day, isEarliest } = firstWithdrawal(launch, addDays(launch, -20));
      expect(isEarliest).toBe(false);
      expect(day >= launch && isBankingDay(day)).toBe(true);
      for (let sample = launch; sample < day; sample = addDays(sample, 1))
        expect(isBankingDay(sample)).toBe(false);
    }
  });

  it('for a month that has begun are withdrawn on a banking day after signing', () => {
    fc.assert(
      fc.property(date, (today) => {
        const { date: day, isEarliest } = firstWithdrawal(today, today);
        expect(isBankingDay(day) && day > today).toBe(true);
        expect(day >= duesCollectionDate(periodOf(today))).toBe(true);
        expect(isEarliest || day === duesCollectionDate(periodOf(today))).toBe(true);
      }),
    );
  });

  it('require a day in the month: the end date is not a member day', () => {
    fc.assert(
      fc.property(date, fc.nat(200), date, (from, length, day) => {
        const to = addDays(from, length);
        const period = periodOf(day);
        let days = 0;
        for (let sample = periodStart(period); sample <= periodEnd(period); sample = addDays(sample, 1))
          if (sample >= from && sample < to) days += 1;
        expect(hasDayIn({ from, to }, period)).toBe(days > 0);
      }),
    );
  });
});
