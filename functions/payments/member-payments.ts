import {
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodOf,
  periodsBetween,
  type PeriodId,
} from '../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../shared/members/member.ts';
import {
  paymentIdOf,
  memberDues,
  memberReimbursements,
  pending,
  type Payment,
  type MemberPayment,
} from '../../shared/payments/payment.ts';
import { monthsAnnounced } from '../../shared/payments/withdrawal-notice.ts';
import type { OpenDeposit } from '../../shared/accounts/bank-details.ts';
import { openDepositsOf } from '../../shared/accounts/open-deposits.ts';
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
export const periodsOf = (member: Member, now: Date): PeriodId[] =>
  periodsBetween(
    periodOf(firstDayOf(member) ?? dateInChicago(now)),
    nextPeriod(nextPeriod(currentPeriod(now))),
  );

/** Loads a member's payments of the months, and Pending dues of earlier ones, which are announced and sent as well. */
export async function loadOpenPayments(
  member: Member,
  programPaymentTypeId: ProgramPaymentTypeId,
  [first = '', ...months]: readonly PeriodId[],
  now: Date,
): Promise<Payment[]> {
  const oldest = addPeriods(nextPeriod(currentPeriod(now)), -monthsAnnounced);
  const earlier = periodsOf(member, now).filter((period) => period >= oldest && period < first);
  const [payments, dues] = await Promise.all([
    loadMemberPayments(member, programPaymentTypeId, [first, ...months]),
    loadMemberPayments(member, programPaymentTypeId, earlier, [memberDues]),
  ]);
  return [...dues.filter(({ status }) => status === pending), ...payments];
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
  const months = periodsOf(member, now);
  const payments = await loadMemberPayments(member, programPaymentTypeId, months, [memberReimbursements]);
  return formerDepositsOf(member, payments, await loadDepositAccounts(member, payments));
}

const loadDepositAccounts = (member: Member, payments: readonly Payment[]): Promise<BankAccountRecord[]> => {
  const deposits = payments.filter(({ paymentTypeId }) => paymentTypeId === memberReimbursements);
  const tokens = [member.depositPayeeToken, ...deposits.map(({ payeeToken }) => payeeToken)];
  return loadBankAccounts([...new Set(tokens.filter((token) => token !== null))]);
};

function formerDepositsOf(
  member: Member,
  payments: readonly Payment[],
  accounts: BankAccountRecord[],
): FormerDeposits {
  if (!isFormerMember(member)) return none;
  const deposits = depositsForAccount(payments);
  const unpayable = deposits.filter((payment) => needsAnotherAccount(payment, accounts));
  const waiting = deposits.filter(
    (payment) => payment.payeeToken === member.depositPayeeToken || unpayable.includes(payment),
  );
  return { waiting, unpayable, accounts };
}

/** An older return no longer explains why an account is refused today. */
const recentMonths = 12;

/** Loads the payments of a membership's billing: of all months once it ended, else of the last ones. */
export async function loadBilledPayments(
  member: Member,
  { programPaymentTypeId }: Pick<GroupMembership, 'programPaymentTypeId'>,
  now: Date,
): Promise<{ payments: Payment[]; former: FormerDeposits; openDeposits: OpenDeposit[] }> {
  const months = periodsOf(member, now).slice(isFormerMember(member) ? 0 : -recentMonths);
  const payments = await loadMemberPayments(member, programPaymentTypeId, months);
  const depositAccounts = await loadDepositAccounts(member, payments);
  return {
    payments,
    former: formerDepositsOf(member, payments, depositAccounts),
    openDeposits: openDepositsOf(member, payments, depositAccounts, dateInChicago(now)),
  };
}
