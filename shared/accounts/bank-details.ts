import * as z from 'zod';
import { bankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';
import { directToMember, memberPays } from '../enrollment/contract-steps.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import type { Member } from '../members/member.ts';
import { invalidationsOf, isEnrolled } from '../members/standing.ts';
import { operationTypes } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';

/** Taken from an account (debit, 3) or paid into one (credit, 2). */
const operationTypeId = z.literal([operationTypes.credit, operationTypes.debit]);
export type OperationTypeId = z.output<typeof operationTypeId>;

/** A member's account as the member sees it: the last four digits. */
const memberBankAccount = maskedBankAccount
  .omit({ payeeToken: true })
  .extend({ operationTypeId: onWire('operationTypeID', operationTypeId) });
export type MemberBankAccount = z.output<typeof memberBankAccount>;

/** An account as a member types it, with what it is for. */
export const typedBankAccount = bankAccountForm.extend({
  operationTypeId: onWire('operationTypeID', operationTypeId),
});
export type TypedBankAccount = z.output<typeof typedBankAccount>;

/** The accounts of a membership; null where there is none yet. */
export const bankingInfo = z.object({
  memberId: onWire('memberGuid', z.string()),
  withdrawalFromBankAccount: memberBankAccount.nullable(),
  depositToBankAccount: memberBankAccount.nullable(),
});

/** A membership's accounts beside its club, and which of them the program demands (spec 3 §3). */
export const billingInfo = bankingInfo.extend({
  facilityName: z.string(),
  facilityAddress: z.string(),
  isWithdrawalFromBankAccountRequired: z.boolean(),
  isDepositToBankAccountRequired: z.boolean(),
  /** The bank refused the account for withdrawals. */
  isSuspended: z.boolean(),
  /** The bank refused the account for deposits. */
  isDepositAccountRefused: z.boolean(),
  /** The accounts for withdrawals and for deposits are the same. */
  isSameAccount: z.boolean(),
});
export type BillingInfo = z.output<typeof billingInfo>;

type Terms = Pick<
  GroupMembership,
  'programPaymentTypeId' | 'memberDuesAmount' | 'memberReimbursementTypeId' | 'memberReimbursementAmount'
>;

export interface DemandedAccounts {
  withdrawal: boolean;
  deposit: boolean;
}

/** True when reimbursements go to a bank account of the member. */
export const reimbursesDirectly = (
  terms: Pick<Terms, 'programPaymentTypeId' | 'memberReimbursementTypeId'>,
): boolean => reimburses(terms) && terms.memberReimbursementTypeId === directToMember;

/**
 * Which accounts a membership has to name: one for withdrawals where the member pays dues or where the bank refused the
 * last one, one for deposits where reimbursements go to the member directly. None before the enrollment.
 */
export function demandedAccounts(terms: Terms, member: Member): DemandedAccounts {
  const isHere = isEnrolled(member);
  return {
    withdrawal: isHere && (memberPays(terms) || invalidationsOf(member).length > 0),
    deposit: isHere && reimbursesDirectly(terms),
  };
}

const purposes = { [operationTypes.debit]: 'withdrawals', [operationTypes.credit]: 'deposits' } as const;

/** Refuses ('invalid') an account that the program has no use for. */
export function mustBeDemanded({ withdrawal, deposit }: DemandedAccounts, operation: OperationTypeId): void {
  if (operation === operationTypes.debit ? withdrawal : deposit) return;
  throw new Refusal('invalid', `Your program needs no bank account for ${purposes[operation]}.`);
}

/** What a member reads whose account a bank file is being made with at this moment. */
export const accountInUse =
  'A bank file with your account is being prepared. Nothing was changed. Try again in a few minutes.';

/** What a suspended member reads who enters the account that the bank refused. */
export const sameAccount = 'Your bank refused this account. Nothing was changed. Enter another account.';
