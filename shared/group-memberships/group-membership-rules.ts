import * as z from 'zod';
import { addPeriods, daysInPeriod, periodOf, periodStart, type CalendarDate } from '../calendar.ts';
import { isMemberPaid, isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import { validated } from '../field-rules.ts';
import { groupMembershipFields, type GroupMembership, type GroupMembershipForm } from './group-membership.ts';

/** Code of the specification (spec 2 §9) with its display name. */
interface Code {
  id: number;
  name: string;
}

const toFacility = 5;

/** Reimbursement types; three can be selected for a program (`memberReimbursementTypes`). */
export const reimbursementTypes: readonly Code[] = [
  { id: 0, name: 'None' },
  { id: 4, name: 'Direct to member' },
  { id: toFacility, name: 'To the facility' },
  { id: 6, name: 'To billing' },
  { id: 7, name: 'By check' },
  { id: 8, name: 'By employee paycheck' },
  { id: 9, name: 'Corp Wellness' },
  { id: 10, name: 'No reimbursements' },
];

const directFromFacility = 1;

/** Billing types of facility fees. The specification names two; the others are kinds of invoice and check. */
export const facilityFeesBillingTypes: readonly Code[] = Array.from({ length: 15 }, (_, id) => ({
  id,
  name:
    id === 0 ? 'None' : id === directFromFacility ? 'Direct from facility' : `Invoice or check (code ${id})`,
}));

const directFromPartner = 1;
export const installmentTypes: readonly Code[] = [{ id: directFromPartner, name: 'Direct from partner' }];

/** Returns the name of a code, or the code if it is not listed. */
export const codeName = (codes: readonly Code[], id: number): string =>
  codes.find((code) => code.id === id)?.name ?? `Code ${id}`;

/** Reimbursement type "No reimbursements" (spec 2 §9). */
export const noReimbursements = 10;
/** Reimbursement type "By employee paycheck" (spec 2 §9). */
export const byEmployeePaycheck = 8;

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
 * Returns the fields of this payment type beyond those of every program (spec 2 §5): the partner's fee if the partner
 * pays, dues and reimbursements if the member pays.
 */
export const requiredFields = (type: ProgramPaymentTypeId): readonly TypeField[] =>
  ({ 1: partnerPays, 2: memberPays, 3: [...partnerPays, ...memberPays] })[type];

/** Form fields validated here; accepts any subset, such as a partly filled page. */
type Terms = Omit<GroupMembershipForm, 'version' | 'fromPeriod'>;

/** Returns true for a program with reimbursements, which needs an amount and visits. */
export const reimburses = (
  form: Pick<Terms, 'programPaymentTypeId' | 'memberReimbursementTypeId'>,
): boolean =>
  requiredFields(form.programPaymentTypeId).includes('memberReimbursementTypeId') &&
  (form.memberReimbursementTypeId ?? noReimbursements) !== noReimbursements;

const isFeeRequired = (
  form: Pick<Terms, 'programPaymentTypeId'> & Partial<Pick<Terms, 'paymentForActivatedMembersOnly'>>,
) =>
  requiredFields(form.programPaymentTypeId).includes('monthlyInstallment') &&
  !form.paymentForActivatedMembersOnly;

/** A reimbursement without a type would not be paid. */
const hasReimbursement = ({
  memberReimbursementAmount = 0,
  numberOfVisitsToReimburse = 0,
}: Partial<Terms>): boolean => memberReimbursementAmount > 0 || numberOfVisitsToReimburse > 0;

/**
 * Returns the errors of the form by field (spec 2 §5). Amounts are in cents. Rules that depend on a missing or invalid
 * field are skipped.
 */
export function formErrors({
  programPaymentTypeId,
  ...rest
}: Partial<Terms>): Partial<Record<TypeField, string>> {
  if (programPaymentTypeId === undefined) return {};
  const form = { ...rest, programPaymentTypeId };
  const requiredNames = requiredFields(programPaymentTypeId);
  const problems: Partial<Record<TypeField, string>> = {};
  if (isFeeRequired(form) && form.monthlyInstallment === undefined)
    problems.monthlyInstallment = 'Program Fee is required.';
  if (requiredNames.includes('memberDuesAmount') && form.memberDuesAmount === undefined)
    problems.memberDuesAmount = 'Dues Amount is required.';
  const needsReimbursementType =
    isMemberPaid(form) || (requiredNames.includes('memberReimbursementTypeId') && hasReimbursement(form));
  if (needsReimbursementType && form.memberReimbursementTypeId === undefined)
    problems.memberReimbursementTypeId = 'Reimbursement Type is required.';
  if (reimburses(form) && form.memberReimbursementAmount === undefined)
    problems.memberReimbursementAmount = 'Reimbursement Amount is required.';
  if (reimburses(form) && form.numberOfVisitsToReimburse === undefined)
    problems.numberOfVisitsToReimburse = 'Visits To Reimburse is required.';
  // NaN if a field is missing, so the comparison is false
  const dues = (form.duesForOneMemberPerMonthPaidToFacility ?? NaN) * (form.numberOfMemberships ?? NaN);
  if (isPartnerPaid(form) && isFeeRequired(form) && dues > (form.monthlyInstallment ?? Infinity))
    problems.monthlyInstallment =
      'Dues for 1 member per month paid to the facility multiplied by Number Of Memberships cannot be greater than Program Fee.';
  return problems;
}

/** The form with the errors above. */
export const groupMembershipForm = groupMembershipFields.superRefine(...validated(formErrors));

/**
 * Returns the group membership of the form: unused fields are 0 or none; billing is unchanged, or set as spec 2 §4
 * requires for a new program.
 */
export function programOf(form: GroupMembershipForm, before: GroupMembership | undefined): GroupMembership {
  const requiredNames = requiredFields(form.programPaymentTypeId);
  const paysBack = reimburses(form);
  return {
    partnerId: form.partnerId,
    programPaymentTypeId: form.programPaymentTypeId,
    adminFee: form.adminFee,
    monthlyInstallment: isFeeRequired(form) ? (form.monthlyInstallment ?? 0) : 0,
    numberOfMemberships: form.numberOfMemberships,
    duesForOneMemberPerMonthPaidToFacility: form.duesForOneMemberPerMonthPaidToFacility,
    memberDuesAmount: requiredNames.includes('memberDuesAmount') ? (form.memberDuesAmount ?? 0) : 0,
    memberReimbursementTypeId: paysBack
      ? (form.memberReimbursementTypeId ?? noReimbursements)
      : noReimbursements,
    memberReimbursementAmount: paysBack ? (form.memberReimbursementAmount ?? 0) : 0,
    numberOfVisitsToReimburse: paysBack ? (form.numberOfVisitsToReimburse ?? 0) : 0,
    launchDate: form.launchDate,
    showsVisitDays: form.showsVisitDays ?? before?.showsVisitDays ?? false,
    pausesPerYear: form.pausesPerYear ?? before?.pausesPerYear ?? 2,
    longestPauseMonths: form.longestPauseMonths ?? before?.longestPauseMonths ?? 3,
    paymentForActivatedMembersOnly:
      requiredNames.includes('paymentForActivatedMembersOnly') && form.paymentForActivatedMembersOnly,
    facilityFeesBillingTypeId: before?.facilityFeesBillingTypeId ?? directFromFacility,
    installmentTypeId: before?.installmentTypeId ?? directFromPartner,
    reimbursementTypeId: before?.reimbursementTypeId ?? toFacility,
    ...(before?.versions && { versions: before.versions }),
    version: before?.version ?? 0,
  };
}

/** Returns the day six months later, or the last day of a shorter month. */
export function sixMonthsAfter(date: CalendarDate): CalendarDate {
  const period = addPeriods(periodOf(date), 6);
  const day = Math.min(Number(date.slice(8)), daysInPeriod(period));
  return `${periodStart(period).slice(0, 8)}${String(day).padStart(2, '0')}`;
}

export const tooFewMemberships =
  'Number of memberships cannot be less than the number of members added to Partner. If you want to reduce number of memberships then remove extra members.';

/** State of a program that limits its settings. */
export const programLimits = z.object({
  today: z.string(),
  membersAdded: z.int(),
  anybodyInvitedOrEnrolled: z.boolean(),
});
export type Standing = z.output<typeof programLimits>;

type Limited = Partial<Pick<GroupMembership, 'programPaymentTypeId' | 'numberOfMemberships' | 'launchDate'>>;

/**
 * Returns errors by field: changed payment type, fewer memberships than members, or a new launch date beyond six months
 * (spec 2 §4, §5). Missing fields are skipped.
 */
export function limitErrors(
  before: GroupMembership | undefined,
  after: Limited,
  { today, membersAdded, anybodyInvitedOrEnrolled }: Standing,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const { programPaymentTypeId: type, numberOfMemberships, launchDate } = after;
  if (before && type !== undefined && before.programPaymentTypeId !== type)
    problems.programPaymentTypeId = 'Program Payment Type cannot be changed once the program exists.';
  if (numberOfMemberships !== undefined && numberOfMemberships < membersAdded)
    problems.numberOfMemberships = tooFewMemberships;
  const isLaunchChecked =
    launchDate !== undefined && before?.launchDate !== launchDate && !anybodyInvitedOrEnrolled;
  if (isLaunchChecked && (launchDate < today || launchDate > sixMonthsAfter(today)))
    problems.launchDate = 'Launch Date must be between today and six months ahead.';
  return problems;
}

/** Throws ('invalid') with all errors of `standingProblems`. */
export function validateGroupMembership(
  before: GroupMembership | undefined,
  after: GroupMembership,
  standing: Standing,
): void {
  const problems = limitErrors(before, after, standing);
  const [message] = Object.values(problems);
  if (message !== undefined) throw new Refusal('invalid', message, problems);
}
