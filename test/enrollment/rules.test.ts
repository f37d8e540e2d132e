import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementTextHash } from '../../functions/enrollment/agreement-pdf.ts';
import { daysInPeriod, periodOf } from '../../shared/calendar.ts';
import { agreementForm, agreementWords, isAgreementCurrent } from '../../shared/enrollment/agreement-text.ts';
import { rightOf, riderOf } from '../../shared/enrollment/cancellation-rights.ts';
import { electronicConsent } from '../../shared/enrollment/electronic-consent.ts';
import { contractSteps, memberPays } from '../../shared/enrollment/contract-steps.ts';
import { maskedEmail, stateOf } from '../../shared/enrollment/invitation.ts';
import { checkEnroll, enrolledMember, type Signing } from '../../shared/enrollment/enroll.ts';
import {
  firstDayOfEnrollment,
  firstDues as firstDuesOf,
  firstWithdrawals,
} from '../../shared/payments/dues.ts';
import type { KeyFob } from '../../shared/employees/key-fob.ts';
import { someFacility, someGroupMembership, someMember } from '../support/builders.ts';
import { deposit, signedForm, withdrawal } from './sign.ts';
import { fromWire } from '../../shared/wire-names.ts';
import { defined } from '../support/defined.ts';

const insideForm = (keyFobNumber?: string) => fromWire(agreementForm, signedForm(keyFobNumber)) as object;

const date = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

const firstDues = (memberDuesAmount: number, from: string) =>
  firstDuesOf({ programPaymentTypeId: 3, memberDuesAmount }, from);

describe('first dues', () => {
  it('are the whole month on the 1st, one day on the last, and half up to the cent between', () => {
    expect(firstDues(30_00, '2026-11-01')).toBe(30_00);
    expect(firstDues(30_00, '2026-11-30')).toBe(1_00);
    expect(firstDues(29_99, '2026-11-10')).toBe(20_99); // 2999 × 21 ÷ 30 = 2099.3
    expect(firstDues(10_00, '2026-02-15')).toBe(5_00);
    expect(firstDues(25_01, '2026-02-15')).toBe(12_51); // 1250.5 is rounded up
    expect(firstDues(29_00, '2028-02-29')).toBe(1_00);
  });
  it('never pass the month and never grow as the month goes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_99 }), date, (dues, from) => {
        const due = firstDues(dues, from);
        expect(due).toBeGreaterThanOrEqual(0);
        expect(due).toBeLessThanOrEqual(dues);
        const days = daysInPeriod(periodOf(from)) - Number(from.slice(8)) + 1;
        expect(Math.abs(due - (dues * days) / daysInPeriod(periodOf(from)))).toBeLessThanOrEqual(0.5);
      }),
    );
  });
  it('begin with the launch of a program that is still to come', () => {
    expect(firstDayOfEnrollment('2026-11-20', '2027-01-01')).toBe('2027-01-01');
    expect(firstDayOfEnrollment('2026-11-20', '2026-01-01')).toBe('2026-11-20');
  });
});

describe('the first withdrawals', () => {
  const withdrawals = (memberDuesAmount: number, firstDay: string, signedOn: string) =>
    firstWithdrawals(() => ({ programPaymentTypeId: 3, memberDuesAmount }), firstDay, signedOn);
  it('are the first month by the day and the second in full', () => {
    expect(withdrawals(30_00, '2026-11-21', '2026-11-21')).toEqual([
      { periodId: '202611', amount: 10_00, date: '2026-11-23', isEarliest: true },
      { periodId: '202612', amount: 30_00, date: '2026-12-01', isEarliest: false },
    ]);
  });
  it('are both on or after the next banking day at the end of a month', () => {
    expect(withdrawals(30_00, '2026-11-30', '2026-11-30')).toEqual([
      { periodId: '202611', amount: 1_00, date: '2026-12-01', isEarliest: true },
      { periodId: '202612', amount: 30_00, date: '2026-12-01', isEarliest: true },
    ]);
  });
  it('start with the launch, and are absent without dues', () => {
    expect(withdrawals(30_00, '2027-01-01', '2026-11-20').map(({ date }) => date)).toEqual([
      '2027-01-04',
      '2027-02-01',
    ]);
    expect(withdrawals(0, '2026-11-21', '2026-11-21')).toEqual([]);
  });
});

describe('the steps', () => {
  const steps = (type: 1 | 2 | 3, reimbursement: 4 | 8 | 10, access: 0 | 1 = 0) =>
    contractSteps(
      { programPaymentTypeId: type, memberReimbursementTypeId: reimbursement },
      { preferredAccessType: access },
    );
  it('follow the payer, the way of reimbursement, and the access', () => {
    expect(steps(1, 4)).toEqual(['keyFob', 'agreement']);
    expect(steps(3, 4)).toEqual(['keyFob', 'withdrawal', 'payment', 'agreement']);
    expect(steps(2, 4)).toEqual(['keyFob', 'withdrawal', 'deposit', 'payment', 'agreement']);
    expect(steps(2, 8)).toEqual(['keyFob', 'withdrawal', 'payment', 'agreement']);
    expect(steps(2, 10, 1)).toEqual(['withdrawal', 'payment', 'agreement']);
    expect(steps(1, 10, 1)).toEqual(['agreement']);
  });
});

const hashesWithRider: Record<number, string[]> = {
  6: ['5dcd46999f2d3559', '55425ec147b3a08f', 'e1ab55f0ec4438bc'],
  7: ['821e581d0a8b494d', 'fdd113980664d43a', 'ed14e39fbd92bf6d'],
};

describe('the words of the agreement', () => {
  it('of version 4 never change: who signed them signed exactly these', () => {
    const hash = (type: 1 | 2 | 3) => agreementTextHash(defined(agreementWords(4, type))).slice(0, 16);
    // the text on withdrawal days was corrected before any signature
    expect([hash(1), hash(2), hash(3)]).toEqual(['465ff938722774f9', 'dba1d5c0b475a25d', '0e06e599f0dd5f00']);
  });
  it('of version 5 never change and state what the employer sees of visits', () => {
    const words = (type: 1 | 2 | 3) => defined(agreementWords(5, type));
    const hash = (type: 1 | 2 | 3) => agreementTextHash(words(type)).slice(0, 16);
    expect([hash(1), hash(2), hash(3)]).toEqual(['15b27af8a511f807', '845dc0c0b81c6626', '5f6d58894b3ca888']);
    expect(JSON.stringify(words(1))).toContain('sees the date and the club of each visit');
    expect(JSON.stringify(words(1))).toContain('does not see the time of day');
  });
  it.each([6, 7])('of version %i never change and contain the rider of the state', (version) => {
    const rider = riderOf({ ...rightOf('WA'), until: '2026-11-30' });
    const words = (type: 1 | 2 | 3) => defined(agreementWords(version, type));
    const hash = (type: 1 | 2 | 3) => agreementTextHash(words(type)).slice(0, 16);
    expect([hash(1), hash(2), hash(3)]).toEqual(hashesWithRider[version]);
    const signed = defined(agreementWords(version, 2, undefined, rider)).sections;
    expect(signed.at(-2)?.heading).toBe('Your right to cancel in Washington');
    expect(JSON.stringify(signed)).toContain('through 11/30/2026');
    expect(JSON.stringify(agreementWords(5, 2, undefined, rider))).not.toContain('right to cancel');
  });
  it('are signed again only for what they state about visits', () => {
    const isCurrent = (version: number, showsVisitDays: boolean) =>
      isAgreementCurrent(version, { showsVisitDays });
    expect([3, 4, 5, 6, 7].map((version) => isCurrent(version, false))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect([3, 4, 5, 6, 7].map((version) => isCurrent(version, true))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });
  it.each([
    [1, ['b63db3229f2acd36', '3f73a135294ea399', '3f73a135294ea399']],
    [2, ['d5fabfdce75daa47', '2f87e47bedeb91fa', '2f87e47bedeb91fa']],
    [3, ['4a14f8691261c23b', '375e42d9eeec56b2', 'feeb9e91dfc8a59b']],
  ] as const)('of version %i never change either', (version, hashes) => {
    const hash = (type: 1 | 2 | 3) => agreementTextHash(defined(agreementWords(version, type))).slice(0, 16);
    expect([hash(1), hash(2), hash(3)]).toEqual(hashes);
  });
  it('of the consent to sign electronically never change without a new version', () => {
    const { heading, paragraphs, version } = electronicConsent;
    const hash = agreementTextHash({ title: heading, version, sections: [{ heading, paragraphs }] });
    expect([version, hash.slice(0, 16)]).toEqual([2, '7aa6e1dc5060a971']);
    const words = paragraphs.join(' ');
    for (const said of ['on paper', 'withdraw your consent', 'covers', 'PDF', 'email address', 'pay nothing'])
      expect(words).toContain(said);
  });
  it('are there for the versions that were signed, and for no other', () => {
    for (const version of [0, 8, 99, -1]) expect(agreementWords(version, 1)).toBeUndefined();
  });
  it('authorize withdrawals only where the member pays', () => {
    const words = (type: 1 | 2 | 3) => JSON.stringify(agreementWords(5, type));
    expect(words(1)).not.toContain('withdraw');
    expect(words(2)).toContain('You authorize Wellport to withdraw');
    expect(words(3)).toContain('You authorize Wellport to withdraw');
    expect(words(3)).not.toContain('reimbursed for a month');
  });
});

describe('the form', () => {
  const problems = (overrides: object) => {
    const read = agreementForm.safeParse({ ...insideForm('AB0012'), ...overrides });
    return read.success
      ? {}
      : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]));
  };
  it('takes what a member fills in', () => {
    expect(problems({})).toEqual({});
    expect(agreementForm.parse(insideForm('ab0012')).keyFobNumber).toBe('AB0012');
  });
  it('returns an error per field', () => {
    expect(problems({ isMemberAgreed: false })).toEqual({ isMemberAgreed: 'You must check to agree.' });
    expect(problems({ isMemberAgreed: undefined })).toEqual({ isMemberAgreed: 'You must check to agree.' });
    expect(problems({ firstName: 'x'.repeat(51), lastName: ' ' })).toEqual({
      firstName: 'First Name must be at most 50 symbols.',
      lastName: 'Last Name is required.',
    });
    expect(problems({ contactNumber: '+1 (612) 555-0100' })).toEqual({
      contactNumber: 'Contact Number must be at most 14 symbols.',
    });
    expect(problems({ contactNumber: '555-0100' })).toEqual({
      contactNumber: 'Contact Number is not valid.',
    });
    expect(problems({ email: `${'a'.repeat(45)}@b.test` })).toEqual({
      email: 'Email must be at most 50 symbols.',
    });
    expect(Object.keys(problems({ keyFobNumber: 'AB001' }))).toEqual(['keyFobNumber']);
    expect(Object.keys(problems({ keyFobNumber: 'AB00F1' }))).toEqual(['keyFobNumber']);
    expect(Object.keys(problems({ keyFobNumber: 'AB001234' }))).toEqual(['keyFobNumber']);
    expect(
      Object.keys(problems({ withdrawalFromBankAccount: { ...withdrawal, routingNumber: '091000018' } })),
    ).toEqual(['withdrawalFromBankAccount.routingNumber']);
  });
});

describe('who may enroll', () => {
  const keyFob: KeyFob = {
    number: 'AB0012',
    partnerId: '1',
    keyFobStatusId: 0,
    memberId: null,
    addedAt: '',
    version: 1,
  };
  const signing = (overrides: Partial<Signing> = {}): Signing => ({
    member: someMember('M1', '1', { invitationStatus: 2 }),
    facility: someFacility('4100'),
    terms: someGroupMembership('1'),
    keyFob,
    ...overrides,
  });
  const form = (overrides: object = {}) => ({ ...agreementForm.parse(insideForm('AB0012')), ...overrides });
  const said = (overrides: Partial<Signing>, values: object = {}) => {
    try {
      checkEnroll(signing(overrides), form(values));
      return 'yes';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };

  it('is an invited member with a free fob of the same partner, at a club that takes members', () => {
    expect(said({})).toBe('yes');
  });
  it.each([1, 3, 4, 5, 6, 7, 8] as const)('is refused in status %i', (invitationStatus) => {
    expect(said({ member: someMember('M1', '1', { invitationStatus }) })).not.toBe('yes');
  });
  it('is refused at a club that is closing or on hold', () => {
    for (const enrollmentStatus of [2, 3] as const)
      expect(said({ facility: { ...someFacility('4100'), enrollmentStatus } })).toContain(
        'is not accepting new members',
      );
  });
  it("does not learn whether another partner's fob exists", () => {
    expect(said({ keyFob: { ...keyFob, partnerId: '2' } })).toBe(said({ keyFob: undefined }));
  });
  it('requires an unused fob that is neither banned nor on hold', () => {
    expect(said({ keyFob: { ...keyFob, memberId: 'M9', keyFobStatusId: 1 } })).toContain('in use already');
    expect(said({ keyFob: { ...keyFob, keyFobStatusId: 3 } })).toContain('cannot be used');
    expect(said({}, { keyFobNumber: undefined })).toBe('Key fob is required.');
  });
  it('may have been given a fob before, and then that one only', () => {
    const member = someMember('M1', '1', { invitationStatus: 2, keyFobNumber: 'AB0012' });
    expect(said({ member, keyFob: { ...keyFob, memberId: 'M1', keyFobStatusId: 1 } })).toBe('yes');
    expect(said({ member: { ...member, keyFobNumber: 'AB0099' } })).toContain(
      'This key fob is not assigned to you',
    );
  });
  it('needs no fob with digital access', () => {
    const member = someMember('M1', '1', { invitationStatus: 2, preferredAccessType: 1 });
    expect(said({ member, keyFob: undefined }, { keyFobNumber: undefined })).toBe('yes');
  });
  it('requires the withdrawal and deposit accounts of the program', () => {
    const terms = someGroupMembership('1', {
      programPaymentTypeId: 2,
      memberReimbursementTypeId: 4,
      memberDuesAmount: 30_00,
    });
    expect(said({ terms })).toBe('Enter bank account for withdrawals.');
    expect(said({ terms }, { withdrawalFromBankAccount: withdrawal })).toBe(
      'Enter bank account for deposits.',
    );
    expect(said({ terms }, { withdrawalFromBankAccount: withdrawal, depositToBankAccount: deposit })).toBe(
      'yes',
    );
  });
  it('signs the current words and the dues that were shown', () => {
    expect(said({}, { documentAgreementVersion: 3 })).toContain('newer agreement');
    expect(said({}, { memberDuesAmount: 12_00 })).toContain('dues changed');
    expect(said({}, { memberDuesAmount: 0 })).toBe('yes');
  });

  it('becomes activated when there is nothing to pay, and otherwise waits for the first dues', () => {
    const added = { agreement: null, withdrawalPayeeToken: null, depositPayeeToken: null };
    const after = (terms: Parameters<typeof someGroupMembership>[1]) =>
      enrolledMember(signing({ terms: someGroupMembership('1', terms) }), form(), '2026-11-20', added);
    expect(after({})).toMatchObject({
      invitationStatus: 4,
      activatedOn: '2026-11-20',
      enrolledOn: '2026-11-20',
    });
    expect(after({ programPaymentTypeId: 3, memberDuesAmount: 30_00 })).toMatchObject({
      invitationStatus: 3,
      activatedOn: null,
      facilityId: '4100',
      keyFobNumber: 'AB0012',
    });
    expect(after({ programPaymentTypeId: 2, memberDuesAmount: 0 }).invitationStatus).toBe(4);
    expect(memberPays(someGroupMembership('1', { programPaymentTypeId: 1, memberDuesAmount: 5_00 }))).toBe(
      false,
    );
  });
});

describe('an invitation', () => {
  const state = (usedAt: string | null, expiresOn: string, userId: string | null = null, status: 2 | 8 = 2) =>
    stateOf({ usedAt, expiresOn }, { userId, invitationStatus: status }, '2026-11-20');
  it('is open through its last day, once', () => {
    expect(state(null, '2026-11-20')).toBe('open');
    expect(state(null, '2026-11-19')).toBe('expired');
    expect(state('2026-11-01T00:00:00Z', '2026-11-30')).toBe('used');
    expect(state(null, '2026-11-30', 'user-1')).toBe('used');
    expect(state('2026-11-01T00:00:00Z', '2026-11-30', null, 8)).toBe('expired');
  });
  it('shows no more of an address than its first letter and its domain', () => {
    expect(maskedEmail('anna.lund@people.test')).toBe('a•••@people.test');
  });
});
