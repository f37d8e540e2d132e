import * as z from 'zod';
import { calendarDate, choice, dollars, flag, month, wholeNumber } from '../fields.ts';
import { partnerId, recordVersion } from '../ids.ts';
import { money } from '../money.ts';
import { programPaymentTypeId, programPaymentTypes } from '../programs.ts';
import { onWire } from '../wire-names.ts';

/** Member reimbursement types (spec 2 §9); three of them can be selected. */
export const memberReimbursementTypes = [
  { value: 4, label: 'Direct to member' },
  { value: 8, label: 'By employee paycheck' },
  { value: 10, label: 'No reimbursements' },
] as const;

const optional = { required: false } as const;

/**
 * Settings of a partner's program as entered by an administrator (spec 2 §3, §5). Amounts are in cents. Required
 * fields depend on the payment type (`fieldsAskedFor`).
 */
export const groupMembershipFields = z.object({
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
  showsVisitDays: flag('Show the partner the date and club of each visit').optional(),
  /** Pauses of a member within a year, 0 for none, and the maximum months of each. */
  pausesPerYear: wholeNumber('Pauses Per Year', { least: 0, most: 12, ...optional }),
  longestPauseMonths: wholeNumber('Longest Pause In Months', { least: 1, most: 12, ...optional }),
  /** First month of the change; a later month applies if the settings cannot change that early. */
  fromPeriod: month('Counts from', optional),
  /** Version that was shown; a concurrent change is refused. */
  version: recordVersion.optional(),
});
export type GroupMembershipForm = z.output<typeof groupMembershipFields>;

/** Settings that apply by month. Amounts are in cents. */
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

/** The settings of pauses that the employer changes; the version is the one that was shown. */
export const pauseForm = z.object({
  pausesPerYear: wholeNumber('Pauses Per Year', { least: 0, most: 12 }),
  longestPauseMonths: wholeNumber('Longest Pause In Months', { least: 1, most: 12 }),
  version: recordVersion,
});

/** Settings from a month until the next version applies. Versions are immutable. */
const termsVersion = monthlyTerms.extend({
  number: z.int(),
  fromPeriod: z.string(),
  /** Calendar date. */
  savedOn: z.string(),
  /** Name of the administrator; missing in older versions. */
  savedBy: z.string().optional(),
});
export type TermsVersion = z.output<typeof termsVersion>;

/** Stored settings of a program; the billing codes follow spec 2 §4 and §9. Amounts are in cents. */
export const groupMembership = monthlyTerms.extend({
  partnerId: z.string(),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeId),
  numberOfMemberships: z.int(),
  launchDate: z.string(),
  /** The partner sees the date and club of each visit that an agreement covers; otherwise only numbers of visits. */
  showsVisitDays: z.boolean().optional(),
  pausesPerYear: z.int().optional(),
  longestPauseMonths: z.int().optional(),
  /** Versions of the monthly settings, oldest first. The fields above equal the last version. */
  versions: z.array(termsVersion).optional(),
  /** 1: directly from the facility. */
  facilityFeesBillingTypeId: onWire('facilityFeesBillingTypeID', z.int()),
  /** 1: directly from the partner. */
  installmentTypeId: onWire('installmentTypeID', z.int()),
  /** 5: to the facility. */
  reimbursementTypeId: onWire('reimbursementTypeID', z.int()),
  version: recordVersion,
});
export type GroupMembership = z.output<typeof groupMembership>;

const inDollars = {
  adminFee: money(),
  monthlyInstallment: money(),
  duesForOneMemberPerMonthPaidToFacility: money(),
  memberDuesAmount: money(),
  memberReimbursementAmount: money(),
};

/** Wire format with amounts in dollars. */
export const groupMembershipResponse = groupMembership.extend({
  ...inDollars,
  versions: z.array(termsVersion.extend(inDollars)).optional(),
});
