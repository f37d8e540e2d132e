import { describe, expect, it } from 'vitest';
import { accountChange, changeDeadline, changeMeaning } from '../../shared/bank-files/nacha/change-codes.ts';
import {
  effectiveDateFor,
  firstUseAfterPrenote,
  isAttemptOver,
  isReturnWindowOver,
  missedCutoff,
  sendingDate,
} from '../../shared/bank-files/effective-date.ts';
import { mayRetry } from '../../shared/bank-files/resend.ts';
import { mismatch } from '../../shared/bank-files/sent-entry.ts';
import {
  excludesNotice,
  isNachaReturnCode,
  makesAccountUnusable,
  returnCode,
  type ReturnOutcome,
} from '../../shared/bank-files/nacha/return-codes.ts';
import { returnEffect, waitsForPerson } from '../../shared/bank-files/return-effect.ts';
import { windowsAhead } from '../../shared/bank-files/bank-settings.ts';
import { nextCutOff } from '../../shared/bank-files/bank-day.ts';
import { addDays, isBankingDay } from '../../shared/calendar.ts';
import { settings } from './bank-fixtures.ts';

describe('a return', () => {
  it.each([
    ['retry', ['R01', 'R09']],
    ['account-invalid', ['R02', 'R03', 'R04', 'R20']],
    ['not-authorized', ['R05', 'R07', 'R10', 'R11', 'R29']],
    ['hold', ['R08', 'R14', 'R15', 'R16', 'R23', 'R90']],
    ['our-fault', ['R17', 'R18', 'R19', 'R24', 'R25', 'R26', 'R27', 'R28']],
    ['quarantine', ['R06', 'R12', 'R13', 'R21', 'R22', 'R31', 'R68', 'R85', 'R99', '']],
  ] satisfies [ReturnOutcome, string[]][])('%s', (outcome, codes) => {
    for (const code of codes) expect(returnCode(code)).toMatchObject({ code, outcome });
  });

  it('has a meaning for every code of the rule book; another code is quarantined', () => {
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => `R${String(first + index).padStart(2, '0')}`);
    const ranges = [range(1, 47), range(50, 53), range(61, 62), range(67, 77), range(80, 85), ['R90']];
    const codes = range(0, 99);
    expect(codes.filter(isNachaReturnCode)).toEqual(ranges.flat());
    for (const code of ranges.flat()) expect(returnCode(code).meaning).not.toBe(returnCode('R99').meaning);
    expect(returnCode('R48')).toMatchObject({ outcome: 'quarantine', meaning: 'Unknown to the portal' });
  });

  it('because of sanctions stops all use of the account, and is not announced by email', () => {
    expect(makesAccountUnusable('R90')).toBe(true);
    expect(excludesNotice('R90')).toBe(true);
    const effect = returnEffect('R90', [], true, '2028-03-20');
    expect(effect).toMatchObject({ status: 'case', invalidatesAccount: true, deadline: null });
    expect(['R16', 'R02'].filter(excludesNotice)).toEqual([]);
  });

  const sent = { trace: '121042880000001', amount: 2500, fingerprint: 'account A' };
  const back = { originalTrace: sent.trace, amount: 2500, fingerprints: ['account A'] };

  it('belongs to the entry with the same trace, amount, and account', () => {
    expect(mismatch(back, sent)).toBeUndefined();
    expect(mismatch({ ...back, fingerprints: ['account B', 'account A'] }, sent)).toBeUndefined();
    // a change of an account has no amount
    expect(mismatch({ ...back, amount: null }, sent)).toBeUndefined();
  });

  it('is never matched by trace alone', () => {
    expect(mismatch({ ...back, amount: 2501 }, sent)).toContain('we sent $25.00');
    expect(mismatch({ ...back, fingerprints: ['account B'] }, sent)).toContain('The account differs');
    expect(mismatch({ ...back, fingerprints: [] }, sent)).toContain('The account differs');
    expect(mismatch({ ...back, originalTrace: '121042880000009' }, sent)).toContain('did not send an entry');
    expect(mismatch(back, undefined)).toContain('did not send an entry');
  });
});

describe('a notification of change', () => {
  it.each([
    ['C01', '1918171614', { accountNumber: '1918171614' }],
    ['C02', '231380104', { routingNumber: '231380104' }],
    ['C03', '231380104   12345678', { routingNumber: '231380104', accountNumber: '12345678' }],
    ['C05', '37', { accountType: 'savings' }],
    ['C06', '12345678            27', { accountNumber: '12345678', accountType: 'checking' }],
    [
      'C07',
      '23138010412345678         32',
      { routingNumber: '231380104', accountNumber: '12345678', accountType: 'savings' },
    ],
  ])('%s gives the new bank details', (code, data, change) => {
    expect(accountChange(code, data)).toEqual(change);
    expect(changeMeaning(code)).toBeDefined();
  });

  it('is not applied if its check digit, account, or type is invalid, or if it changes no account', () => {
    expect(accountChange('C02', '231380105')).toBeUndefined();
    expect(accountChange('C03', '231380104   12')).toBeUndefined();
    expect(accountChange('C05', '99')).toBeUndefined();
    expect(accountChange('C04', 'New Name')).toBeUndefined();
    expect(accountChange('C99', '1')).toBeUndefined();
  });
});

describe('an effective date', () => {
  const beforeCutOff = new Date('2026-11-25T21:00:00Z');
  const afterCutOff = new Date('2026-11-25T22:30:00Z');

  it('after the cutoff is based on the next banking day', () => {
    expect(sendingDate(settings, beforeCutOff)).toBe('2026-11-25');
    expect(sendingDate(settings, afterCutOff)).toBe('2026-11-27');
    expect(sendingDate(settings, new Date('2026-11-28T15:00:00Z'))).toBe('2026-11-30');
  });

  it('is the due day, the next banking day, or the earliest day that the bank can settle', () => {
    expect(effectiveDateFor(settings, 'memberDues', '2026-12-01', beforeCutOff)).toBe('2026-12-01');
    expect(effectiveDateFor(settings, 'memberDues', '2027-01-01', beforeCutOff)).toBe('2027-01-04');
    expect(effectiveDateFor(settings, 'memberDues', '2026-11-01', afterCutOff)).toBe('2026-11-30');
    const twoDays = { ...settings, creditLeadDays: 2 as const };
    expect(effectiveDateFor(twoDays, 'memberReimbursement', '2026-11-01', beforeCutOff)).toBe('2026-11-30');
    expect(effectiveDateFor(twoDays, 'memberDues', '2026-11-01', beforeCutOff)).toBe('2026-11-27');
  });
});

// Chicago's clocks go forward on 2027-03-14 and back on 2026-11-01; 2028 is a leap year
describe('across a clock change', () => {
  it.each([
    ['2026-10-30', '21:29', '21:30', '2026-11-02'],
    ['2026-11-02', '22:29', '22:30', '2026-11-03'],
    ['2027-03-12', '22:29', '22:30', '2027-03-15'],
    ['2027-03-15', '21:29', '21:30', '2027-03-16'],
  ])('the cutoff of %s is 16:30 on Chicago’s clock', (day, inTime, late, next) => {
    const file = { bankFlow: 'partnerWithdrawal' as const, effectiveDate: next };
    const [before, after] = [inTime, late].map((time) => new Date(`${day}T${time}:00Z`)) as [Date, Date];
    expect(sendingDate(settings, before)).toBe(day);
    expect(nextCutOff(settings, before)).toEqual({ date: day, time: '16:30' });
    expect(missedCutoff(settings, file, before)).toBeUndefined();
    expect(sendingDate(settings, after)).toBe(next);
    expect(nextCutOff(settings, after)).toEqual({ date: next, time: '16:30' });
    expect(missedCutoff(settings, file, after)).toContain('can no longer process');
  });

  it.each([
    ['2026-10-30T14:29:00Z', ['09:30', '13:00']],
    ['2026-10-30T14:30:00Z', ['13:00']],
    ['2026-11-02T15:29:00Z', ['09:30', '13:00']],
    ['2026-11-02T15:30:00Z', ['13:00']],
    ['2026-11-02T19:00:00Z', []],
    ['2027-03-15T14:30:00Z', ['13:00']],
    ['2027-03-15T18:00:00Z', []],
    // the night with the repeated hour, and a holiday moved from a Sunday
    ['2026-11-01T07:30:00Z', []],
    ['2027-07-05T14:00:00Z', []],
  ])('the windows of the same day that %s still reaches are %j', (instant, left) => {
    const windows = [
      { cutOff: '13:00', settlesAt: '17:00' },
      { cutOff: '09:30', settlesAt: '13:00' },
    ];
    const ahead = windowsAhead({ sameDay: { windows, flows: ['partnerWithdrawal'] } }, new Date(instant));
    expect(ahead.map(({ cutOff }) => cutOff)).toEqual(left);
  });

  it('an attempt is over after fifteen minutes, regardless of the local time', () => {
    // 01:50 in daylight saving time, and 01:06 in standard time sixteen minutes later
    expect(isAttemptOver('2026-11-01T06:50:00Z', new Date('2026-11-01T07:06:00Z'))).toBe(true);
    expect(isAttemptOver('2027-03-14T07:50:00Z', new Date('2027-03-14T08:05:00Z'))).toBe(false);
  });
});

describe('across leap days and moved holidays', () => {
  it.each([
    // February 29, 2028 is a banking day
    ['2028-02-28', '2028-03-01'],
    // Juneteenth 2027 is a Saturday, so banks are open on Friday
    ['2027-06-17', '2027-06-21'],
    // Independence Day 2027 is a Sunday, so banks are closed on Monday
    ['2027-07-02', '2027-07-07'],
    ['2026-11-25', '2026-11-30'],
    ['2026-12-31', '2027-01-05'],
  ])('an entry of %s can come back in time until %s', (settledOn, last) => {
    expect(isReturnWindowOver(settledOn, last)).toBe(false);
    expect(isReturnWindowOver(settledOn, addDays(last, 1))).toBe(true);
  });

  it.each([
    ['R11', '2028-01-15', '2028-03-15'],
    ['R11', '2027-01-15', '2027-03-16'],
    ['R11', '2026-09-15', '2026-11-14'],
    ['R17', '2027-07-01', '2027-07-09'],
    ['R24', '2028-02-25', '2028-03-03'],
  ])('%s of %s has the deadline %s', (code, today, deadline) => {
    expect(returnEffect(code, [], true, today).deadline).toBe(deadline);
  });

  it.each([
    ['R06', '2026-11-24', '2026-12-02'],
    ['R31', '2028-02-25', '2028-03-03'],
    ['R61', '2026-12-24', '2026-12-29'],
    // a dishonored return that is contested within two banking days, like R61
    ['R62', '2026-12-24', '2026-12-29'],
    ['R77', '2026-12-24', '2026-12-29'],
    ['R68', '2027-06-17', '2027-06-21'],
    ['R99', '2026-11-24', null],
  ])('%s of %s waits for a person until %s', (code, today, deadline) => {
    expect(waitsForPerson(code, today)).toMatchObject({ deadline });
  });

  it.each([
    ['2026-11-20', '2026-12-01'],
    ['2028-02-24', '2028-03-03'],
    ['2027-07-01', '2027-07-12'],
  ])('a change of %s is processed until %s', (receivedOn, deadline) => {
    expect(changeDeadline(receivedOn)).toBe(deadline);
  });

  it('a retry is allowed on the 180th day, across a leap day and two clock changes', () => {
    const attempts = [{ at: '2027-10-01T15:00:00.000Z', amount: 1000 }].map((item) => ({
      ...item,
      bankFileId: 'file',
      trace: '1',
      returned: { at: '2027-10-04T15:00:00.000Z', code: 'R01' },
    }));
    expect(mayRetry({ attempts }, '2028-03-29')).toBe(true);
    expect(mayRetry({ attempts }, '2028-03-30')).toBe(false);
  });

  it('an account waits for three banking days after its prenote', () => {
    expect(firstUseAfterPrenote('2028-02-25')).toBe('2028-03-01');
    expect(firstUseAfterPrenote('2027-06-16')).toBe('2027-06-21');
    expect(firstUseAfterPrenote('2027-07-02')).toBe('2027-07-08');
    for (const day of ['2028-02-29', '2027-06-18']) expect(isBankingDay(day)).toBe(true);
  });
});
