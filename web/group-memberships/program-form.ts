import type { ResponseOf, ClientRequest } from '../../shared/endpoint.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { judged } from '../../shared/field-rules.ts';
import { groupMembershipForm } from '../../shared/group-memberships/group-membership.ts';
import {
  fieldsAskedFor,
  type Standing,
  standingProblems,
} from '../../shared/group-memberships/group-membership-rules.ts';
import { plainDollars } from '../../shared/money.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';

export type Program = ResponseOf<typeof groupMemberships.get>;
export type ProgramBody = ClientRequest<typeof groupMemberships.save>['body'];

/** The form of a program that is not there yet, with the defaults of spec 2 §4. */
export const newProgramForm = (partnerId: string): Partial<ProgramBody> => ({
  partnerId,
  paymentForActivatedMembersOnly: false,
});

/** A program as its form shows it: dollars, and nothing in fields that its payment type does not have. */
export function programForm(program: Program): ProgramBody {
  const asked = fieldsAskedFor(program.programPaymentTypeId);
  const feeIsAsked = asked.includes('monthlyInstallment') && !program.paymentForActivatedMembersOnly;
  return {
    partnerId: program.partnerId,
    programPaymentTypeId: program.programPaymentTypeId,
    adminFee: plainDollars(program.adminFee),
    monthlyInstallment: feeIsAsked ? plainDollars(program.monthlyInstallment) : '',
    numberOfMemberships: String(program.numberOfMemberships),
    duesForOneMemberPerMonthPaidToFacility: plainDollars(program.duesForOneMemberPerMonthPaidToFacility),
    memberDuesAmount: asked.includes('memberDuesAmount') ? plainDollars(program.memberDuesAmount) : '',
    memberReimbursementTypeId: program.memberReimbursementTypeId,
    memberReimbursementAmount: plainDollars(program.memberReimbursementAmount),
    numberOfVisitsToReimburse: String(program.numberOfVisitsToReimburse),
    launchDate: program.launchDate,
    paymentForActivatedMembersOnly: program.paymentForActivatedMembersOnly,
    fromPeriod: '',
    version: program.version,
  };
}

/** The program's form with what limits it now, so that everything that is wrong is said before it is confirmed. */
export const limitedProgramForm = (before: Program | undefined, limits: Standing) =>
  groupMembershipForm.superRefine(...judged((form) => standingProblems(before, form, limits)));

/** The payment type that is chosen in a form, where codes are text or numbers. */
export function typeOf(value: unknown): ProgramPaymentTypeId | undefined {
  const id = Number(value);
  return id === 1 || id === 2 || id === 3 ? id : undefined;
}
