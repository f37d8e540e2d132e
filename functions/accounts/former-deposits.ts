import {
  depositsForAccount,
  isFormerMember,
  needsAnotherAccount,
} from '../../shared/accounts/former-member-account.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../shared/members/member.ts';
import { memberReimbursements } from '../../shared/payments/payment-status.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { loadMemberPayments, periodsOf } from './member-payments.ts';

/** The deposits to a former member that a new account can pay. */
export interface FormerDeposits {
  /** Those that the deposit account on file pays, or that need another account. */
  waiting: MemberPayment[];
  /** The subset with an unusable account of their own. */
  unpayable: MemberPayment[];
  /** The accounts of these payments and the deposit account, by payee token. */
  accounts: BankAccountRecord[];
}

const none: FormerDeposits = { waiting: [], unpayable: [], accounts: [] };

/** Loads the deposits that wait for an account of a former member; none for a membership that has not ended. */
export async function loadFormerDeposits(
  member: Member,
  { programPaymentTypeId }: Pick<GroupMembership, 'programPaymentTypeId'>,
  now: Date,
): Promise<FormerDeposits> {
  if (!isFormerMember(member)) return none;
  const deposits = depositsForAccount(
    await loadMemberPayments(member, programPaymentTypeId, periodsOf(member, now), [memberReimbursements]),
  );
  const { depositPayeeToken } = member;
  const tokens = [depositPayeeToken, ...deposits.map(({ payeeToken }) => payeeToken)];
  const accounts = await loadBankAccounts([...new Set(tokens.filter((token) => token !== null))]);
  const unpayable = deposits.filter((payment) => needsAnotherAccount(payment, accounts));
  const waiting = deposits.filter(
    (payment) => payment.payeeToken === depositPayeeToken || unpayable.includes(payment),
  );
  return { waiting, unpayable, accounts };
}
