import * as fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { type GroupMembershipForm } from '../../shared/group-memberships/group-membership.ts';
import {
  groupMembershipForm,
  formErrors,
  validateGroupMembership,
  programOf,
  sixMonthsAfter,
  tooFewMemberships,
} from '../../shared/group-memberships/group-membership-rules.ts';
import { limitedProgramForm } from '../../web/group-memberships/program-form.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { someTerms } from './examples.ts';
import { fromWire } from '../../shared/wire-names.ts';
import { defined } from '../support/defined.ts';

const insideTerms = (...which: Parameters<typeof someTerms>) =>
  fromWire(groupMembershipForm, someTerms(...which)) as ReturnType<typeof someTerms>;

const form = (terms: Partial<GroupMembershipForm> = {}): GroupMembershipForm => ({
  ...groupMembershipForm.parse(insideTerms('1')),
  ...terms,
});
const problemsOf = (sent: Record<string, unknown>) => {
  const read = groupMembershipForm.safeParse(sent);
  return read.success ? {} : z.flattenError(read.error).fieldErrors;
};
const refusalOf = (validate: () => void): Refusal => {
  try {
    validate();
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('nothing was refused');
};
const standing = { today: '2026-11-20', membersAdded: 0, anybodyInvitedOrEnrolled: false };

describe('fields of a program', () => {
  it('require the fee and no member dues if the partner pays', () => {
    expect(problemsOf(insideTerms('1'))).toEqual({});
    expect(problemsOf({ ...insideTerms('1'), monthlyInstallment: '' })).toEqual({
      monthlyInstallment: ['Program Fee is required.'],
    });
  });

  it('require dues and a reimbursement type and no fee if the member pays', () => {
    const { monthlyInstallment: _, ...terms } = insideTerms('1');
    expect(problemsOf({ ...terms, programPaymentTypeId: 2 })).toEqual({
      memberDuesAmount: ['Dues Amount is required.'],
      memberReimbursementTypeId: ['Reimbursement Type is required.'],
    });
    const direct = { ...terms, programPaymentTypeId: 2, memberDuesAmount: 25, memberReimbursementTypeId: 4 };
    expect(problemsOf(direct)).toEqual({
      memberReimbursementAmount: ['Reimbursement Amount is required.'],
      numberOfVisitsToReimburse: ['Visits To Reimburse is required.'],
    });
    expect(problemsOf({ ...direct, memberReimbursementTypeId: 10 })).toEqual({});
  });

  it('report missing and inconsistent fields together', () => {
    const { adminFee: _, ...terms } = insideTerms('1');
    expect(problemsOf({ ...terms, monthlyInstallment: '', launchDate: '' })).toEqual({
      adminFee: ['Admin Fee is required.'],
      monthlyInstallment: ['Program Fee is required.'],
      launchDate: ['Launch Date is required.'],
    });
    expect(problemsOf({ ...terms, monthlyInstallment: 'abc' })).toEqual({
      adminFee: ['Admin Fee is required.'],
      monthlyInstallment: ['Program Fee must be numeric.'],
    });
    const filled = problemsOf({ ...terms, monthlyInstallment: '9999.99' });
    expect(Object.keys(filled)).toEqual(['adminFee', 'monthlyInstallment']);
    expect(filled.monthlyInstallment?.[0]).toContain('multiplied by Number Of Memberships');
    expect(problemsOf({})).not.toHaveProperty('monthlyInstallment');
  });

  it('report current limits together with missing fields', () => {
    const limits = { today: '2026-11-20', membersAdded: 600, anybodyInvitedOrEnrolled: false };
    const read = limitedProgramForm(undefined, limits).safeParse({ ...insideTerms('1'), adminFee: '' });
    expect(z.flattenError(defined(read.error)).fieldErrors).toEqual({
      adminFee: ['Admin Fee is required.'],
      numberOfMemberships: [tooFewMemberships],
      launchDate: ['Launch Date must be between today and six months ahead.'],
    });
  });

  it('require fee and dues if both pay', () => {
    const { monthlyInstallment: _, ...terms } = insideTerms('1');
    for (const programPaymentTypeID of [2, 3])
      expect(
        problemsOf({
          ...terms,
          programPaymentTypeId: programPaymentTypeID,
          memberDuesAmount: 25,
          memberReimbursementTypeId: 0,
        }),
      ).toHaveProperty('memberReimbursementTypeId');
    expect(Object.keys(problemsOf({ ...terms, programPaymentTypeId: 3 })).toSorted()).toEqual([
      'memberDuesAmount',
      'monthlyInstallment',
    ]);
  });

  it('require no fee if the partner pays per activated member', () => {
    const program = programOf(form({ paymentForActivatedMembersOnly: true }), undefined);
    expect(program.monthlyInstallment).toBe(0);
    expect(
      problemsOf({
        ...insideTerms('1'),
        monthlyInstallment: undefined,
        paymentForActivatedMembersOnly: true,
      }),
    ).toEqual({});
  });
});

describe('fee of a partner-paid program', () => {
  const message =
    'Dues for 1 member per month paid to the facility multiplied by Number Of Memberships cannot be greater than Program Fee.';

  it('may equal the dues of all members, and not one cent less', () => {
    expect(problemsOf({ ...insideTerms('1'), monthlyInstallment: '10000.00' })).toEqual({});
    expect(problemsOf({ ...insideTerms('1'), monthlyInstallment: '9999.99' })).toEqual({
      monthlyInstallment: [message],
    });
  });

  it('is at least the dues of all members for any amounts in cents', () => {
    const cents = fc.integer({ min: 0, max: 999_99 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 99_999 }), fc.nat(99_999_999_99), (dues, count, fee) => {
        const validated = formErrors(
          form({
            duesForOneMemberPerMonthPaidToFacility: dues,
            numberOfMemberships: count,
            monthlyInstallment: fee,
          }),
        );
        expect(validated.monthlyInstallment === message).toBe(dues * count > fee);
      }),
    );
  });

  it('has no minimum if both pay', () => {
    const both = {
      ...insideTerms('1'),
      programPaymentTypeId: 3,
      memberDuesAmount: 5,
      monthlyInstallment: '1',
    };
    expect(problemsOf(both)).toEqual({});
  });
});

describe('unused fields', () => {
  it('are 0 or none, whatever the input', () => {
    const amounts = fc.record({
      programPaymentTypeId: fc.constantFrom(1 as const, 2 as const, 3 as const),
      memberReimbursementTypeId: fc.constantFrom(4 as const, 8 as const, 10 as const),
      memberReimbursementAmount: fc.nat(999_99),
      numberOfVisitsToReimburse: fc.nat(31),
      memberDuesAmount: fc.nat(999_99),
      monthlyInstallment: fc.nat(99_999_999_99),
      paymentForActivatedMembersOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(amounts, (sent) => {
        const program = programOf(form(sent), undefined);
        if (program.memberReimbursementTypeId === 10)
          expect([program.memberReimbursementAmount, program.numberOfVisitsToReimburse]).toEqual([0, 0]);
        if (program.programPaymentTypeId === 1)
          expect([program.memberDuesAmount, program.memberReimbursementTypeId]).toEqual([0, 10]);
        if (program.programPaymentTypeId === 2 || program.paymentForActivatedMembersOnly)
          expect(program.monthlyInstallment).toBe(0);
      }),
    );
  });

  it('sets default billing for a new program and keeps it afterwards', () => {
    const fresh = programOf(form(), undefined);
    expect(fresh).toMatchObject({
      facilityFeesBillingTypeId: 1,
      installmentTypeId: 1,
      reimbursementTypeId: 5,
    });
    expect(programOf(form(), { ...fresh, facilityFeesBillingTypeId: 3 }).facilityFeesBillingTypeId).toBe(3);
  });
});

describe('limits of an existing program', () => {
  const program = programOf(form({ launchDate: '2026-12-01' }), undefined);

  it('reject a changed payment type', () => {
    const refusal = refusalOf(() =>
      validateGroupMembership(program, { ...program, programPaymentTypeId: 2 }, standing),
    );
    expect(refusal).toMatchObject({ code: 'invalid', field: 'programPaymentTypeId' });
  });

  it('reject fewer memberships than members', () => {
    const few = { ...program, numberOfMemberships: 3 };
    expect(() => validateGroupMembership(program, few, { ...standing, membersAdded: 3 })).not.toThrow();
    const all = { ...few, programPaymentTypeId: 2 as const, launchDate: '2020-01-01' };
    const refused = refusalOf(() => validateGroupMembership(program, all, { ...standing, membersAdded: 4 }));
    expect(Object.keys(refused.fields)).toEqual([
      'programPaymentTypeId',
      'numberOfMemberships',
      'launchDate',
    ]);
    const refusal = refusalOf(() => validateGroupMembership(program, few, { ...standing, membersAdded: 4 }));
    expect(refusal.field).toBe('numberOfMemberships');
    expect(refusal.message).toBe(
      'Number of memberships cannot be less than the number of members added to Partner. If you want to reduce number of memberships then remove extra members.',
    );
  });

  it.each([
    ['2026-11-19', false],
    ['2026-11-20', true],
    ['2027-05-20', true],
    ['2027-05-21', false],
  ])('allows a launch on %s: %s', (launchDate, allowed) => {
    const validate = () => validateGroupMembership(undefined, { ...program, launchDate }, standing);
    if (allowed) expect(validate).not.toThrow();
    else expect(refusalOf(validate).field).toBe('launchDate');
  });

  it('accept an unchanged past launch date, and any past launch date once a member is invited', () => {
    const launched = { ...program, launchDate: '2026-01-01' };
    expect(() => validateGroupMembership(launched, launched, standing)).not.toThrow();
    const moved = { ...program, launchDate: '2026-01-02' };
    expect(refusalOf(() => validateGroupMembership(launched, moved, standing)).field).toBe('launchDate');
    expect(() =>
      validateGroupMembership(launched, moved, { ...standing, anybodyInvitedOrEnrolled: true }),
    ).not.toThrow();
  });

  it('six months after the end of a long month is the end of a short one', () => {
    expect(sixMonthsAfter('2026-08-31')).toBe('2027-02-28');
    expect(sixMonthsAfter('2027-08-30')).toBe('2028-02-29');
    expect(sixMonthsAfter('2026-11-20')).toBe('2027-05-20');
  });
});
