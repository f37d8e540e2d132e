import * as z from 'zod';
import { calendarDate, choice, dollars, flag, wholeNumber } from '../fields.ts';
import { partnerId } from '../ids.ts';
import { programPaymentTypeId, programPaymentTypes } from '../programs.ts';

/** How a member gets the reimbursement (spec 2 §9); the three that may be chosen. */
export const memberReimbursementTypes = [
  { value: 4, label: 'Direct to member' },
  { value: 8, label: 'By employee paycheck' },
  { value: 10, label: 'No reimbursements' },
] as const;
export const noReimbursements = 10;

/** The terms of a partner's program, as an administrator fills them in (spec 2 §3, §5). Amounts are cents. */
export const groupMembershipForm = z.object({
  partnerId,
  programPaymentTypeID: choice(
    'Program Payment Type',
    programPaymentTypes.map(({ id, name }) => ({ value: id, label: name })),
  ),
  adminFee: dollars('Admin Fee', { most: 999_99 }),
  monthlyInstallment: dollars('Program Fee', { most: 99_999_999_99 }),
  numberOfMemberships: wholeNumber('Number Of Memberships', { least: 0, most: 999_999 }),
  duesForOneMemberPerMonthPaidToFacility: dollars('Dues for 1 member per month paid to the facility', {
    most: 999_99,
  }),
  memberDuesAmount: dollars('Dues Amount', { most: 999_99 }),
  memberReimbursementTypeID: choice('Reimbursement Type', memberReimbursementTypes),
  memberReimbursementAmount: dollars('Reimbursement Amount', { most: 999_99 }),
  numberOfVisitsToReimburse: wholeNumber('Visits To Reimburse', { least: 0, most: 31 }),
  launchDate: calendarDate('Launch Date'),
  paymentForActivatedMembersOnly: flag('Payment for activated members only'),
});
export type GroupMembershipForm = z.output<typeof groupMembershipForm>;

/** What the portal keeps of a program; the billing codes follow spec 2 §4 and §9. */
export const groupMembership = z.object({
  partnerId: z.string(),
  programPaymentTypeID: programPaymentTypeId,
  adminFee: z.int(),
  monthlyInstallment: z.int(),
  numberOfMemberships: z.int(),
  duesForOneMemberPerMonthPaidToFacility: z.int(),
  memberDuesAmount: z.int(),
  memberReimbursementTypeID: z.literal([4, 8, 10]),
  memberReimbursementAmount: z.int(),
  numberOfVisitsToReimburse: z.int(),
  launchDate: z.string(),
  paymentForActivatedMembersOnly: z.boolean(),
  /** 1: directly from the facility. */
  facilityFeesBillingTypeID: z.int(),
  /** 1: directly from the partner. */
  installmentTypeID: z.int(),
  /** 5: to the facility. */
  reimbursementTypeID: z.int(),
  version: z.int(),
});
export type GroupMembership = z.output<typeof groupMembership>;
