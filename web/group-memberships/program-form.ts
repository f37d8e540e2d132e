import type { ResponseOf, ClientRequest } from '../../shared/endpoint.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { validated } from '../../shared/field-rules.ts';
import {
  groupMembershipForm,
  requiredFields,
  type Standing,
  limitErrors,
} from '../../shared/group-memberships/group-membership-rules.ts';
import { plainDollars } from '../../shared/money.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';

export type Program = ResponseOf<typeof groupMemberships.get>;
export type ProgramBody = ClientRequest<typeof groupMemberships.save>['body'];

/** Returns the defaults of a new program (spec 2 §4). */
export const newProgramForm = (partnerId: string): Partial<ProgramBody> => ({
  partnerId,
  paymentForActivatedMembersOnly: false,
  showsVisitDays: false,
  pausesPerYear: '2',
  longestPauseMonths: '3',
});

export function programForm(program: Program): ProgramBody {
  const required = requiredFields(program.programPaymentTypeId);
  const isFeeRequired = required.includes('monthlyInstallment') && !program.paymentForActivatedMembersOnly;
  return {
    partnerId: program.partnerId,
    programPaymentTypeId: program.programPaymentTypeId,
    adminFee: plainDollars(program.adminFee),
    monthlyInstallment: isFeeRequired ? plainDollars(program.monthlyInstallment) : '',
    numberOfMemberships: String(program.numberOfMemberships),
    duesForOneMemberPerMonthPaidToFacility: plainDollars(program.duesForOneMemberPerMonthPaidToFacility),
    memberDuesAmount: required.includes('memberDuesAmount') ? plainDollars(program.memberDuesAmount) : '',
    memberReimbursementTypeId: program.memberReimbursementTypeId,
    memberReimbursementAmount: plainDollars(program.memberReimbursementAmount),
    numberOfVisitsToReimburse: String(program.numberOfVisitsToReimburse),
    launchDate: program.launchDate,
    paymentForActivatedMembersOnly: program.paymentForActivatedMembersOnly,
    showsVisitDays: program.showsVisitDays ?? false,
    pausesPerYear: String(program.pausesPerYear ?? 2),
    longestPauseMonths: String(program.longestPauseMonths ?? 3),
    fromPeriod: '',
    version: program.version,
  };
}

/** Returns the form schema with the program's current limits, so that all errors appear before the confirmation. */
export const limitedProgramForm = (before: Program | undefined, limits: Standing) =>
  groupMembershipForm.superRefine(...validated((form) => limitErrors(before, form, limits)));

export function typeOf(value: unknown): ProgramPaymentTypeId | undefined {
  const id = Number(value);
  return id === 1 || id === 2 || id === 3 ? id : undefined;
}
