import * as z from 'zod';
import { calendarDate, choice, dollars, flag, month, wholeNumber } from '../fields.ts';
import { partnerId } from '../ids.ts';
import { money } from '../money.ts';
import { programPaymentTypeId, programPaymentTypes } from '../programs.ts';
import { judged } from '../field-rules.ts';
import { formProblems } from './group-membership-rules.ts';
import { onWire } from '../wire-names.ts';

/** How a member gets the reimbursement (spec 2 §9); the three that may be chosen. */
export const memberReimbursementTypes = [
  { value: 4, label: 'Direct to member' },
  { value: 8, label: 'By employee paycheck' },
  { value: 10, label: 'No reimbursements' },
] as const;

const optional = { required: false } as const;

/**
 * The terms of a partner's program, as an administrator fills them in (spec 2 §3, §5). Amounts are cents. Which
 * fields a program asks for depends on its payment type (`fieldsAskedFor`): those are required, others are left out.
 */
export const groupMembershipForm = z
  .object({
    partnerId,
    programPaymentTypeId: onWire(
      'programPaymentTypeID',
      choice(
        'Program Payment Type',
        programPaymentTypes.map(({ id, name }) => ({ value: id, label: name })),
      ),
    ),
    adminFee: dollars('Admin Fee', { most: 999_99 }),
    monthlyInstallment: dollars('Program Fee', { most: 99_999_999_99, ...optional }),
    numberOfMemberships: wholeNumber('Number Of Memberships', { least: 0, most: 999_999 }),
    duesForOneMemberPerMonthPaidToFacility: dollars('Dues for 1 member per month paid to the facility', {
      most: 999_99,
    }),
    memberDuesAmount: dollars('Dues Amount', { most: 999_99, ...optional }),
    memberReimbursementTypeId: onWire(
      'memberReimbursementTypeID',
      choice('Reimbursement Type', memberReimbursementTypes, optional),
    ),
    memberReimbursementAmount: dollars('Reimbursement Amount', { most: 999_99, ...optional }),
    numberOfVisitsToReimburse: wholeNumber('Visits To Reimburse', { least: 0, most: 31, ...optional }),
    launchDate: calendarDate('Launch Date'),
    paymentForActivatedMembersOnly: flag('Payment for activated members only').default(false),
    /** The first month that the change counts for; a later one where the terms cannot change so soon. */
    fromPeriod: month('Counts from', optional),
    /** The version that was shown; a change made meanwhile by somebody else is then refused. */
    version: z.int().optional(),
  })
  .superRefine(...judged(formProblems));
export type GroupMembershipForm = z.output<typeof groupMembershipForm>;

/** The terms that count by the month. Amounts are cents. */
export const monthlyTerms = z.object({
  adminFee: z.int(),
  monthlyInstallment: z.int(),
  duesForOneMemberPerMonthPaidToFacility: z.int(),
  paymentForActivatedMembersOnly: z.boolean(),
  memberDuesAmount: z.int(),
  memberReimbursementTypeId: onWire('memberReimbursementTypeID', z.literal([4, 8, 10])),
  memberReimbursementAmount: z.int(),
  numberOfVisitsToReimburse: z.int(),
});

/** The terms from a month on, until a version with a higher number counts. Versions are added, never changed. */
const termsVersion = monthlyTerms.extend({
  number: z.int(),
  fromPeriod: z.string(),
  /** Calendar date. */
  savedOn: z.string(),
  /** The administrator's name; missing of versions from before it was kept. */
  savedBy: z.string().optional(),
});
export type TermsVersion = z.output<typeof termsVersion>;

/** What the portal keeps of a program; the billing codes follow spec 2 §4 and §9. Amounts are cents. */
export const groupMembership = monthlyTerms.extend({
  partnerId: z.string(),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeId),
  numberOfMemberships: z.int(),
  launchDate: z.string(),
  /** Every version of the monthly terms, the first one first. The terms above are those of the last one. */
  versions: z.array(termsVersion).optional(),
  /** 1: directly from the facility. */
  facilityFeesBillingTypeId: onWire('facilityFeesBillingTypeID', z.int()),
  /** 1: directly from the partner. */
  installmentTypeId: onWire('installmentTypeID', z.int()),
  /** 5: to the facility. */
  reimbursementTypeId: onWire('reimbursementTypeID', z.int()),
  version: z.int(),
});
export type GroupMembership = z.output<typeof groupMembership>;

const inDollars = {
  adminFee: money(),
  monthlyInstallment: money(),
  duesForOneMemberPerMonthPaidToFacility: money(),
  memberDuesAmount: money(),
  memberReimbursementAmount: money(),
};

/** A program as it travels: amounts in dollars. */
export const groupMembershipAnswer = groupMembership.extend({
  ...inDollars,
  versions: z.array(termsVersion.extend(inDollars)).optional(),
});
