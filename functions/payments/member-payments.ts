import { dateInChicago, nextPeriod, periodOf, type PeriodId } from '../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../shared/members/member.ts';
import {
  paymentIdOf,
  memberDues,
  memberReimbursements,
  type Payment,
  type MemberPayment,
} from '../../shared/payments/payment.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPayments } from './store.ts';
import {
  depositsForAccount,
  isFormerMember,
  needsAnotherAccount,
} from '../../shared/accounts/former-member-account.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';

type PayingMember = Pick<Member, 'id' | 'partnerId'>;

/** Returns the IDs of the payments a member can have in a month: dues, reimbursement, repaid dues, and late visits. */
function idsOf(
  member: PayingMember,
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  periodId: PeriodId,
): string[] {
  const id = paymentIdOf({
    kind: 'member',
    programPaymentTypeId,
    paymentTypeId,
    partnerId: member.partnerId,
    memberId: member.id,
    periodId,
  });
  return paymentTypeId === memberReimbursements ? [id, `${id}-dues`, `${id}-late`] : [id];
}

/** Loads a member's payments of the months. Payment IDs are deterministic, so this is one batch read. */
export const loadMemberPayments = (
  member: PayingMember,
  programPaymentTypeId: ProgramPaymentTypeId,
  periods: readonly PeriodId[],
  paymentTypeIds: readonly number[] = [memberDues, memberReimbursements],
): Promise<Payment[]> =>
  loadPayments(
    periods.flatMap((period) =>
      paymentTypeIds.flatMap((type) => idsOf(member, programPaymentTypeId, type, period)),
    ),
  );

/** Returns every month that can have payments of the member: from the first of the enrollment to the one after next. */
export function periodsOf(member: Member, now: Date): PeriodId[] {
  const last = nextPeriod(nextPeriod(currentPeriod(now)));
  const periods: PeriodId[] = [];
  for (
    let period = periodOf(firstDayOf(member) ?? dateInChicago(now));
    period <= last;
    period = nextPeriod(period)
  )
    periods.push(period);
  return periods;
}

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
