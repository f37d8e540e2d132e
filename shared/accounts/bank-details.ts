import * as z from 'zod';
import { flag } from '../fields.ts';
import { bankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';
import { directToMember, memberPays } from '../enrollment/contract-steps.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import type { Member } from '../members/member.ts';
import { invalidationsOf, isEnrolled } from '../members/standing.ts';
import { operationTypes } from '../programs.ts';
import { money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';

const operationTypeId = z.literal([operationTypes.credit, operationTypes.debit]);
export type OperationTypeId = z.output<typeof operationTypeId>;

/** A member's account with its last four digits. */
const memberBankAccount = maskedBankAccount
  .omit({ payeeToken: true })
  .extend({ operationTypeId: onWire('operationTypeID', operationTypeId) });
export type MemberBankAccount = z.output<typeof memberBankAccount>;

/** The authorization that a member signs for an account after an earlier one ended. New text is a new version. */
export const debitConsent = {
  version: 1,
  text: 'I authorize Wellport to withdraw my monthly dues from this account until I revoke the authorization',
} as const;

/** The member's signature under `debitConsent`. */
export const debitConsentFlag = flag(debitConsent.text);

/** An account as entered by a member, with its purpose. */
export const enteredBankAccount = bankAccountForm.extend({
  isAuthorized: debitConsentFlag.optional(),
  operationTypeId: onWire('operationTypeID', operationTypeId),
});
export type TypedBankAccount = z.output<typeof enteredBankAccount>;

/** The accounts of a membership, or null. */
export const bankingInfo = z.object({
  memberId: onWire('memberGuid', z.string()),
  withdrawalFromBankAccount: memberBankAccount.nullable(),
  depositToBankAccount: memberBankAccount.nullable(),
});

/** A payment that the bank returned; `reason` is null for a return without a code. */
const returnedPayment = z.object({
  amount: money(),
  periodId: onWire('periodID', z.string()),
  date: z.string(),
  reason: z.string().nullable(),
});
export type ReturnedPayment = z.output<typeof returnedPayment>;

const returnedDuesStep = z.enum(['retry', 'account', 'inactive', 'contact']);
export type ReturnedDuesStep = z.output<typeof returnedDuesStep>;

/** Dues that the bank returned and the member still owes, and what happens next with them. */
const returnedDues = returnedPayment.extend({
  next: returnedDuesStep,
  /** The earliest day of the retry; null without one. */
  retryOn: z.string().nullable(),
});

/** A payment to the member that is not completed. `lastFour`: of its account, null without a usable one. */
const openDeposit = z.object({
  amount: money(),
  periodId: onWire('periodID', z.string()),
  isDuesPaidBack: z.boolean(),
  lastFour: z.string().nullable(),
  /** With the bank, part of the next bank file, or what it waits for. */
  state: z.enum(['sent', 'next', 'dues', 'settlement', 'account', 'inactive', 'contact']),
  /** The first day on which a refund can arrive, until it is sent; null for one that waits, and for reimbursements. */
  arrivesFrom: z.string().nullable(),
});
export type OpenDeposit = z.output<typeof openDeposit>;

/** The accounts of a membership with its club, and which of them the program requires (spec 3 §3). */
export const billingInfo = bankingInfo.extend({
  facilityName: z.string(),
  facilityAddress: z.string(),
  isWithdrawalFromBankAccountRequired: z.boolean(),
  isDepositToBankAccountRequired: z.boolean(),
  isSuspended: z.boolean(),
  isDepositAccountRefused: z.boolean(),
  /** Why nothing is withdrawn from the account on file; null if withdrawals are authorized. */
  withdrawalStop: z.enum(['refused', 'unauthorized', 'revoked']).nullable(),
  isSameAccount: z.boolean(),
  /** The last returned payments, while their account must be replaced. */
  returnedWithdrawal: returnedPayment.nullable(),
  returnedDeposit: returnedPayment.nullable(),
  returnedDues: z.array(returnedDues),
  openDeposits: z.array(openDeposit),
  isFormer: z.boolean(),
  /** The first day without the membership; null unless it ended or will end. */
  endsOn: z.string().nullable(),
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

/** Returns true if reimbursements are paid to the member's bank account. */
export const reimbursesDirectly = (
  terms: Pick<Terms, 'programPaymentTypeId' | 'memberReimbursementTypeId'>,
): boolean => reimburses(terms) && terms.memberReimbursementTypeId === directToMember;

/**
 * Returns which accounts a membership requires: one for withdrawals if the member pays dues or the bank refused the
 * previous one, one for deposits if the member is reimbursed directly. None before enrollment.
 */
export function requiredAccounts(terms: Terms, member: Member): DemandedAccounts {
  const isHere = isEnrolled(member);
  return {
    withdrawal: isHere && (memberPays(terms) || invalidationsOf(member).length > 0),
    deposit: isHere && reimbursesDirectly(terms),
  };
}

const purposes = { [operationTypes.debit]: 'withdrawals', [operationTypes.credit]: 'deposits' } as const;

/** Refuses ('invalid') an account that the program does not require. */
export function requireDemanded({ withdrawal, deposit }: DemandedAccounts, operation: OperationTypeId): void {
  if (operation === operationTypes.debit ? withdrawal : deposit) return;
  throw new Refusal('invalid', `Your program needs no bank account for ${purposes[operation]}.`);
}

export const accountInUse =
  'A bank file with your account is being prepared. Nothing was changed. Try again in a few minutes.';

/** The error for an account with an ended authorization. */
export const authorizationNeeded =
  'You or your bank ended the authorization to withdraw from this account. Nothing was changed. Authorize withdrawals, or enter another account.';

export const sameAccount = 'Your bank refused this account. Nothing was changed. Enter another account.';
