import { describe, expect, it } from 'vitest';
import { effectiveDateOf, type CalendarSettings } from '../../shared/payments/payment-calendar.ts';
import {
  announcementDue,
  isAnnounced,
  lastDayToStop,
  noticeDays,
  noticeReason,
  type Payer,
  type Withdrawal,
} from '../../shared/payments/withdrawal-notice.ts';
import {
  addDays,
  addPeriods,
  daysBetween,
  duesCollectionDate,
  duesGenerationDate,
  isBankingDay,
  nextPeriod,
  periodOf,
  periodStart,
  type CalendarDate,
} from '../../shared/calendar.ts';
import { earliestPeriods } from '../../shared/group-memberships/terms-versions.ts';
import { firstDues } from '../../shared/payments/dues.ts';

const settings: CalendarSettings = {
  cutOff: '17:00',
  debitLeadDays: 1,
  creditLeadDays: 1,
  debitDaysAhead: 6,
  creditDaysAhead: 5,
};
const dues = (periodId: string, amount = 30_00, withdrawal: Partial<Withdrawal> = {}): Withdrawal => ({
  periodId,
  amountToBeSent: amount,
  programPaymentTypeId: 2,
  attempts: [],
  ...withdrawal,
});
const signed = (amount = 30_00, on = '2026-09-05'): Payer => ({
  enrolledOn: on,
  startsOn: on,
  leavingOn: null,
  knownDues: [{ fromPeriod: periodOf(on), amount, on, isSigned: true }],
});
const told = (payer: Payer, fromPeriod: string, amount: number, on: string): Payer => ({
  ...payer,
  knownDues: [...(payer.knownDues ?? []), { fromPeriod, amount, on, isSigned: false }],
});

describe('the required withdrawal notice', () => {
  it('is none for the first dues and for signed full dues on their day', () => {
    const first = firstDues({ programPaymentTypeId: 2, memberDuesAmount: 30_00 }, '2026-09-05');
    expect(first).toBe(26_00);
    expect(noticeDays(dues('202609', first), signed(), '2026-09-14')).toBe(0);
    expect(noticeDays(dues('202612'), signed(), '2026-12-01')).toBe(0);
    // New Year's Day is a holiday: the agreement shows the next banking day
    expect(noticeDays(dues('202701'), signed(), '2027-01-04')).toBe(0);
  });
  it('is 7 days for a later day and 10 for another amount, but none for a retry after a return', () => {
    expect(noticeDays(dues('202612'), signed(), '2026-12-02')).toBe(7);
    expect(noticeDays(dues('202612', 31_00), signed(), '2026-12-01')).toBe(10);
    expect(noticeDays(dues('202612', 29_00), signed(), '2026-12-01')).toBe(10);
    const attempt = { bankFileId: 'F', trace: null, at: '2026-12-01', amount: 30_00, returned: null };
    expect(noticeDays(dues('202612', 30_00, { attempts: [attempt] }), signed(), '2026-12-09')).toBe(0);
  });
  it('was given if the change of terms was announced ten days before', () => {
    const changed = dues('202612', 35_00);
    expect(isAnnounced(changed, told(signed(), '202612', 35_00, '2026-11-21'), '2026-12-01')).toBe(true);
    expect(isAnnounced(changed, told(signed(), '202612', 35_00, '2026-11-22'), '2026-12-01')).toBe(false);
    expect(isAnnounced(changed, told(signed(), '202612', 36_00, '2026-11-01'), '2026-12-01')).toBe(false);
    expect(
      isAnnounced(dues('202611', 35_00), told(signed(), '202612', 35_00, '2026-10-01'), '2026-11-02'),
    ).toBe(false);
  });
  it('delays the payment to the first permitted day, with an explanation', () => {
    const late = dues('202612');
    const announced = announcementDue(late, signed(), { today: '2026-12-02', soonest: '2026-12-03' });
    expect(announced).toEqual({
      amount: 30_00,
      from: '2026-12-09',
      until: '2026-12-16',
      sentOn: '2026-12-02',
    });
    expect(noticeReason(late, signed(), '2026-12-03')).toContain('7 days after the member is notified');
    expect(noticeReason({ ...late, announced }, signed(), '2026-12-08')).toBe(
      'The member was notified that this is withdrawn on or after 12/09/2026. The payment waits for that day.',
    );
    expect(noticeReason({ ...late, announced }, signed(), '2026-12-09')).toBeUndefined();
    expect(noticeReason({ ...late, announced }, signed(), '2026-12-17')).toContain('7 days');
    expect(
      announcementDue({ ...late, announced }, signed(), { today: '2026-12-16', soonest: '2026-12-17' }),
    ).toEqual({ amount: 30_00, from: '2026-12-23', until: '2026-12-31', sentOn: '2026-12-16' });
  });
  it('is sent once, and again only when it is no longer valid', () => {
    const at = { today: '2026-11-25', soonest: '2026-11-27' };
    const announced = announcementDue(dues('202612'), signed(), at);
    expect(announced).toEqual({
      amount: 30_00,
      from: '2026-12-01',
      until: '2026-12-01',
      sentOn: '2026-11-25',
    });
    expect(announcementDue(dues('202612', 30_00, { announced }), signed(), at)).toBeUndefined();
    expect(announcementDue(dues('202612', 35_00, { announced }), signed(), at)?.from).toBe('2026-12-07');
  });
  it('lets a member stop a withdrawal up to three banking days before', () => {
    expect(lastDayToStop('2026-12-01')).toBe('2026-11-25');
    expect(lastDayToStop('2027-01-04')).toBe('2026-12-29');
  });
});

describe('the withdrawals of 2024 to 2035', () => {
  const months = Array.from({ length: 144 }, (_, index) => addPeriods('202401', index));
  const noon = (date: CalendarDate) => new Date(`${date}T18:00:00Z`);
  const known = new Map<string, CalendarDate>();
  const soonestOn = (period: string, day: CalendarDate): CalendarDate => {
    const name = `${period} ${day}`;
    const date = known.get(name) ?? effectiveDateOf('memberDues', period, settings, noon(day));
    known.set(name, date);
    return date;
  };

  interface Life {
    period: string;
    signedOn: CalendarDate;
    /** The day on which changed dues were saved, if any; the member is notified `after` days later. */
    changedOn: CalendarDate | null;
    toldAfter: number;
    /** The first day on which an administrator sends, in days after the generation. */
    sends: number;
    /** True if the membership was waiting until then, so that nothing was announced. */
    waited: boolean;
  }
  /** Simulates each day from the generation: announced at night, sent at noon. Returns the first permitted debit. */
  function debitOf({ period, signedOn, changedOn, toldAfter, sends, waited }: Life) {
    const before = signed(30_00, signedOn);
    const from = changedOn && earliestPeriods(noon(changedOn), true).dues;
    const isChanged = from !== null && from <= period;
    const payer = isChanged && changedOn ? told(before, from, 35_00, addDays(changedOn, toldAfter)) : before;
    const full = isChanged ? 35_00 : 30_00;
    const isFirst = periodOf(signedOn) === period;
    const amount = isFirst ? firstDues({ programPaymentTypeId: 2, memberDuesAmount: full }, signedOn) : full;
    let payment = dues(period, amount);
    const begins = isFirst ? signedOn : duesGenerationDate(period);
    const emails: { on: CalendarDate; amount: number; from: CalendarDate; until: CalendarDate }[] = [];
    for (let day = begins; ; day = addDays(day, 1)) {
      const soonest = soonestOn(period, day);
      const isOpen = daysBetween(begins, day) >= sends;
      const announced =
        waited && !isOpen ? undefined : announcementDue(payment, payer, { today: day, soonest });
      if (announced) {
        emails.push({ on: day, ...announced });
        payment = { ...payment, announced };
      }
      if (isOpen && noticeReason(payment, payer, soonest) === undefined)
        return { date: soonest, amount, emails, isFirst, isChanged, toldOn: payer.knownDues?.[1]?.on };
    }
  }
  const lives = months.flatMap((period) => {
    const start = periodStart(period);
    const lived = { period, signedOn: '2023-06-10', changedOn: null, toldAfter: 0, sends: 0, waited: false };
    return [0, 5, 9, 30].flatMap((sends) => [
      { ...lived, sends },
      { ...lived, sends, waited: true },
      { ...lived, sends, changedOn: addDays(start, -40) },
      { ...lived, sends, changedOn: addDays(start, -11) },
      // the emails about the change stopped and resumed later
      { ...lived, sends, changedOn: addDays(start, -12), toldAfter: 6 },
      { ...lived, sends, signedOn: addDays(start, 13) },
    ]);
  });

  it('are never made without the required notice', () => {
    const created = lives.map((life) => ({ life, debit: debitOf(life) }));
    const unannounced = created.filter(({ life, debit }) => {
      const { date, amount, emails, isFirst, isChanged, toldOn } = debit;
      const promised = duesCollectionDate(life.period);
      const wasSaid = (days: number) =>
        emails.some(
          (email) =>
            email.amount === amount &&
            email.from <= date &&
            date <= email.until &&
            daysBetween(email.on, date) >= days,
        );
      const amountIsSaid =
        !isChanged || wasSaid(10) || (toldOn !== undefined && daysBetween(toldOn, date) >= 10);
      const dayIsSaid = isFirst || date === promised || wasSaid(7);
      const last = emails.at(-1);
      const isAnnouncedDay = !last || (last.amount === amount && last.from <= date && date <= last.until);
      return !isBankingDay(date) || date < promised || !amountIsSaid || !dayIsSaid || !isAnnouncedDay;
    });
    expect(unannounced).toEqual([]);
    expect(created.length).toBe(144 * 24);
    // payments generated and announced in time are collected on their day
    const inTime = created.filter(({ life }) => life.sends === 0 && !life.waited && life.toldAfter === 0);
    expect(
      inTime.filter(({ life, debit }) => !debit.isFirst && debit.date !== duesCollectionDate(life.period)),
    ).toEqual([]);
    // others wait at most until the second announcement's days
    expect(
      created.filter(({ debit }) => debit.date > addDays(periodStart(nextPeriod(periodOf(debit.date))), 20)),
    ).toEqual([]);
  });
});
