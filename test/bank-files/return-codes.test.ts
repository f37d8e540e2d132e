import { describe, expect, it } from 'vitest';
import { accountChange, changeMeaning } from '../../shared/bank-files/change-codes.ts';
import {
  effectiveDateFor,
  firstUseAfterPrenote,
  sendingDate,
} from '../../shared/bank-files/effective-date.ts';
import { mismatch, returnCode, type ReturnOutcome } from '../../shared/bank-files/return-codes.ts';
import { settings } from './bank-fixtures.ts';

describe('a return', () => {
  it.each([
    ['retry', ['R01', 'R09']],
    ['account-invalid', ['R02', 'R03', 'R04', 'R20']],
    ['not-authorized', ['R05', 'R07', 'R10', 'R11', 'R29']],
    ['hold', ['R08', 'R14', 'R15', 'R16', 'R23']],
    ['our-fault', ['R17', 'R18', 'R19', 'R24', 'R25', 'R26', 'R27', 'R28']],
    ['quarantine', ['R06', 'R12', 'R13', 'R21', 'R22', 'R31', 'R68', 'R85', 'R99', '']],
  ] satisfies [ReturnOutcome, string[]][])('%s', (outcome, codes) => {
    for (const code of codes) expect(returnCode(code)).toMatchObject({ code, outcome });
  });

  const sent = { trace: '121042880000001', amount: 2500, fingerprint: 'account A' };
  const back = { originalTrace: sent.trace, amount: 2500, fingerprints: ['account A'] };

  it('belongs to the entry whose trace, amount and account agree', () => {
    expect(mismatch(back, sent)).toBeUndefined();
    expect(mismatch({ ...back, fingerprints: ['account B', 'account A'] }, sent)).toBeUndefined();
    // a change of an account carries no amount
    expect(mismatch({ ...back, amount: null }, sent)).toBeUndefined();
  });

  it('is never matched on the trace alone', () => {
    expect(mismatch({ ...back, amount: 2501 }, sent)).toContain('we sent $25.00');
    expect(mismatch({ ...back, fingerprints: ['account B'] }, sent)).toContain('The account differs');
    expect(mismatch({ ...back, fingerprints: [] }, sent)).toContain('The account differs');
    expect(mismatch({ ...back, originalTrace: '121042880000009' }, sent)).toContain('no entry');
    expect(mismatch(back, undefined)).toContain('no entry');
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

  it('is not applied when its check digit, account or type is wrong, or when it changes no account', () => {
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

  it('a file sent after the cut-off goes out on the next banking day', () => {
    expect(sendingDate(settings, beforeCutOff)).toBe('2026-11-25');
    expect(sendingDate(settings, afterCutOff)).toBe('2026-11-27');
    expect(sendingDate(settings, new Date('2026-11-28T15:00:00Z'))).toBe('2026-11-30');
  });

  it('is the due day, the next banking day, or the soonest the bank can settle', () => {
    expect(effectiveDateFor(settings, 'memberDues', '2026-12-01', beforeCutOff)).toBe('2026-12-01');
    expect(effectiveDateFor(settings, 'memberDues', '2027-01-01', beforeCutOff)).toBe('2027-01-04');
    expect(effectiveDateFor(settings, 'memberDues', '2026-11-01', afterCutOff)).toBe('2026-11-30');
    const twoDays = { ...settings, creditLeadDays: 2 as const };
    expect(effectiveDateFor(twoDays, 'memberReimbursement', '2026-11-01', beforeCutOff)).toBe('2026-11-30');
    expect(effectiveDateFor(twoDays, 'memberDues', '2026-11-01', beforeCutOff)).toBe('2026-11-27');
  });

  it('lets an account be used three banking days after its prenote', () => {
    expect(firstUseAfterPrenote('2026-11-24')).toBe('2026-11-30');
  });
});
