import * as z from 'zod';
import { addPeriods, daysInPeriod, periodOf, periodStart, type CalendarDate } from '../calendar.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import type { GroupMembership, GroupMembershipForm } from './group-membership.ts';

/** The reimbursement type that means none (spec 2 §9). */
export const noReimbursements = 10;

/** Fields that only some programs have. */
export type TypeField =
  | 'monthlyInstallment'
  | 'paymentForActivatedMembersOnly'
  | 'memberDuesAmount'
  | 'memberReimbursementTypeId'
  | 'memberReimbursementAmount'
  | 'numberOfVisitsToReimburse';

const partnerPays: readonly TypeField[] = ['monthlyInstallment', 'paymentForActivatedMembersOnly'];
const memberPays: readonly TypeField[] = [
  'memberDuesAmount',
  'memberReimbursementTypeId',
  'memberReimbursementAmount',
  'numberOfVisitsToReimburse',
];

/**
 * The fields that a program of this payment type has beyond those of every program (spec 2 §5): the partner's fee where
 * the partner pays, dues and reimbursements where the member pays.
 */
export const fieldsAskedFor = (type: ProgramPaymentTypeId): readonly TypeField[] =>
  ({ 1: partnerPays, 2: memberPays, 3: [...partnerPays, ...memberPays] })[type];

/** The form without what is judged here; any subset of it that a half-filled page holds fits too. */
type Terms = Omit<GroupMembershipForm, 'version' | 'fromPeriod'>;

/** True for a program that pays members back, so that amount and visits are asked for. */
export const reimburses = (
  form: Pick<Terms, 'programPaymentTypeId' | 'memberReimbursementTypeId'>,
): boolean =>
  fieldsAskedFor(form.programPaymentTypeId).includes('memberReimbursementTypeId') &&
  (form.memberReimbursementTypeId ?? noReimbursements) !== noReimbursements;

const feeIsAsked = (
  form: Pick<Terms, 'programPaymentTypeId'> & Partial<Pick<Terms, 'paymentForActivatedMembersOnly'>>,
) =>
  fieldsAskedFor(form.programPaymentTypeId).includes('monthlyInstallment') &&
  !form.paymentForActivatedMembersOnly;

/** True where a reimbursement is entered: without a type it would not be paid. */
const hasReimbursement = ({
  memberReimbursementAmount = 0,
  numberOfVisitsToReimburse = 0,
}: Partial<Terms>): boolean => memberReimbursementAmount > 0 || numberOfVisitsToReimburse > 0;

/**
 * What the form itself shows to be wrong, by field (spec 2 §5). Amounts are cents. A field that is missing or that was
 * refused by itself is left out of the form: what depends on it is then not judged.
 */
export function formProblems({
  programPaymentTypeId,
  ...rest
}: Partial<Terms>): Partial<Record<TypeField, string>> {
  if (programPaymentTypeId === undefined) return {};
  const form = { ...rest, programPaymentTypeId };
  const asked = fieldsAskedFor(programPaymentTypeId);
  const problems: Partial<Record<TypeField, string>> = {};
  if (feeIsAsked(form) && form.monthlyInstallment === undefined)
    problems.monthlyInstallment = 'Program Fee is required.';
  if (asked.includes('memberDuesAmount') && form.memberDuesAmount === undefined)
    problems.memberDuesAmount = 'Dues Amount is required.';
  const needsReimbursementType =
    form.programPaymentTypeId === 2 ||
    (asked.includes('memberReimbursementTypeId') && hasReimbursement(form));
  if (needsReimbursementType && form.memberReimbursementTypeId === undefined)
    problems.memberReimbursementTypeId = 'Reimbursement Type is required.';
  if (reimburses(form) && form.memberReimbursementAmount === undefined)
    problems.memberReimbursementAmount = 'Reimbursement Amount is required.';
  if (reimburses(form) && form.numberOfVisitsToReimburse === undefined)
    problems.numberOfVisitsToReimburse = 'Visits To Reimburse is required.';
  // not a number, and so not greater, while one of them is missing
  const dues = (form.duesForOneMemberPerMonthPaidToFacility ?? NaN) * (form.numberOfMemberships ?? NaN);
  if (form.programPaymentTypeId === 1 && feeIsAsked(form) && dues > (form.monthlyInstallment ?? Infinity))
    problems.monthlyInstallment =
      'Dues for 1 member per month paid to the facility multiplied by Number Of Memberships cannot be greater than Program Fee.';
  return problems;
}

/**
 * The program that the form describes: what is not asked for is 0 or none, and billing is as spec 2 §4 sets it for a
 * new program or as it was.
 */
export function programOf(form: GroupMembershipForm, before: GroupMembership | undefined): GroupMembership {
  const asked = fieldsAskedFor(form.programPaymentTypeId);
  const paysBack = reimburses(form);
  return {
    partnerId: form.partnerId,
    programPaymentTypeId: form.programPaymentTypeId,
    adminFee: form.adminFee,
    monthlyInstallment: feeIsAsked(form) ? (form.monthlyInstallment ?? 0) : 0,
    numberOfMemberships: form.numberOfMemberships,
    duesForOneMemberPerMonthPaidToFacility: form.duesForOneMemberPerMonthPaidToFacility,
    memberDuesAmount: asked.includes('memberDuesAmount') ? (form.memberDuesAmount ?? 0) : 0,
    memberReimbursementTypeId: paysBack
      ? (form.memberReimbursementTypeId ?? noReimbursements)
      : noReimbursements,
    memberReimbursementAmount: paysBack ? (form.memberReimbursementAmount ?? 0) : 0,
    numberOfVisitsToReimburse: paysBack ? (form.numberOfVisitsToReimburse ?? 0) : 0,
    launchDate: form.launchDate,
    paymentForActivatedMembersOnly:
      asked.includes('paymentForActivatedMembersOnly') && form.paymentForActivatedMembersOnly,
    facilityFeesBillingTypeId: before?.facilityFeesBillingTypeId ?? 1,
    installmentTypeId: before?.installmentTypeId ?? 1,
    reimbursementTypeId: before?.reimbursementTypeId ?? 5,
    ...(before?.versions && { versions: before.versions }),
    version: before?.version ?? 0,
  };
}

/** The day six months later, or the last day of that month when it is shorter. */
export function sixMonthsAfter(date: CalendarDate): CalendarDate {
  const period = addPeriods(periodOf(date), 6);
  const day = Math.min(Number(date.slice(8)), daysInPeriod(period));
  return `${periodStart(period).slice(0, 8)}${String(day).padStart(2, '0')}`;
}

export const tooFewMemberships =
  'Number of memberships cannot be less than the number of members added to Partner. If you want to reduce number of memberships then remove extra members.';

/** What is known of a program's members when its terms are judged. */
export const programStanding = z.object({
  today: z.string(),
  /** Members who are not deleted. */
  membersAdded: z.int(),
  anybodyInvitedOrEnrolled: z.boolean(),
});
export type Standing = z.output<typeof programStanding>;

type Judged = Partial<Pick<GroupMembership, 'programPaymentTypeId' | 'numberOfMemberships' | 'launchDate'>>;

/**
 * What is wrong with a program now, by field: its payment type changed, fewer memberships than members, or
 * a new launch date outside the next six months (spec 2 §4, §5). Fields that are not there yet are not judged.
 */
export function standingProblems(
  before: GroupMembership | undefined,
  after: Judged,
  { today, membersAdded, anybodyInvitedOrEnrolled }: Standing,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const { programPaymentTypeId: type, numberOfMemberships, launchDate } = after;
  if (before && type !== undefined && before.programPaymentTypeId !== type)
    problems.programPaymentTypeId = 'Program Payment Type cannot be changed once the program exists.';
  if (numberOfMemberships !== undefined && numberOfMemberships < membersAdded)
    problems.numberOfMemberships = tooFewMemberships;
  const launchIsJudged =
    launchDate !== undefined && before?.launchDate !== launchDate && !anybodyInvitedOrEnrolled;
  if (launchIsJudged && (launchDate < today || launchDate > sixMonthsAfter(today)))
    problems.launchDate = 'Launch Date must be between today and six months ahead.';
  return problems;
}

/** Refuses ('invalid', every field at once) a program that `standingProblems` finds fault with. */
export function validateGroupMembership(
  before: GroupMembership | undefined,
  after: GroupMembership,
  standing: Standing,
): void {
  const problems = standingProblems(before, after, standing);
  const [sentence] = Object.values(problems);
  if (sentence !== undefined) throw new Refusal('invalid', sentence, problems);
}
