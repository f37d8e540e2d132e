import {
  accountInUse,
  requiredAccounts,
  requireDemanded,
  sameAccount,
  type TypedBankAccount,
} from '../../shared/accounts/bank-details.ts';
import { dateInChicago, nextPeriod, periodOf, type PeriodId } from '../../shared/calendar.ts';
import { activated, firstDayOf, type Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { invalidationsOf } from '../../shared/members/standing.ts';
import { memberDues, pending } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { operationTypes } from '../../shared/programs.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadBankAccount } from '../bank-accounts/account-read-store.ts';
import { bankAccountChange } from '../bank-accounts/store.ts';
import { memberChange } from '../members/store.ts';
import { paymentChange } from '../payments/store.ts';
import { isOfNumbers } from '../platform/fingerprint.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { loadMemberPayments } from './member-payments.ts';
import type { Membership } from './memberships.ts';

interface Replacing {
  bankAccount: TypedBankAccount;
  /** The version that the user saw; 0 for none. */
  version: number | undefined;
  who: string;
  now: Date;
  newId: () => string;
}

/**
 * Returns the writes that replace a membership's account for withdrawals (3) or deposits (2), including the audit event
 * and pending payments without an account. An account other than the one the bank refused lifts the suspension. Refuses
 * ('conflict') while a bank file is being created with the account; sent payments keep the old account.
 */
export async function replaceAccount(
  { member, terms }: Membership,
  { bankAccount, version, who, now, newId }: Replacing,
): Promise<{ changes: Change[]; isActiveAgain: boolean }> {
  const { operationTypeId: operation, ...typed } = bankAccount;
  requireDemanded(requiredAccounts(terms, member), operation);
  const isDebit = operation === operationTypes.debit;
  const known = isDebit ? member.withdrawalPayeeToken : member.depositPayeeToken;
  const payeeToken = known ?? newId();
  const [before, payments] = await Promise.all([
    loadBankAccount(payeeToken),
    loadMemberPayments(member, terms.programPaymentTypeId, periodsOf(member, now)),
  ]);
  const own = payments.filter((one) => (one.paymentTypeId === memberDues) === isDebit);
  requireUnreserved(payments.filter((one) => one.payeeToken === payeeToken));
  const isSuspended = isDebit && invalidationsOf(member).length > 0;
  if (isSuspended && before && (await isOfNumbers(before.fingerprint, typed)))
    throw new Refusal('invalid', sameAccount, 'bankAccount.accountNumber');
  const moved = isSuspended ? moveMember(member, 'replaceAccount', { today: dateInChicago(now) }) : member;
  const after = { ...moved, [isDebit ? 'withdrawalPayeeToken' : 'depositPayeeToken']: payeeToken };
  const payeeName = `${member.firstName} ${member.lastName}`;
  const bankFlow = isDebit ? 'memberDues' : 'memberReimbursement';
  const owner = { ownerKind: 'member', ownerId: member.id, payeeName, bankFlow } as const;
  return {
    // waiting, leaving, and held members keep their status
    isActiveAgain: member.invitationStatus !== activated && moved.invitationStatus === activated,
    changes: [
      ...(await bankAccountChange(payeeToken, owner, typed, now, version ?? before?.version ?? 0)),
      // written even if the member is otherwise unchanged, so that a concurrent return is not lost
      ...memberChange(member, after),
      ...own
        .filter((one) => one.status === pending && one.payeeToken === null)
        .flatMap((one) => paymentChange(one, { ...one, payeeToken })),
      auditWrite(
        {
          name: 'member bank account changed',
          subject: `member ${member.id}`,
          partnerId: member.partnerId,
          who,
          before: { lastFour: before?.lastFour ?? null, invitationStatus: member.invitationStatus },
          after: {
            operationTypeId: operation,
            lastFour: typed.accountNumber.slice(-4),
            invitationStatus: after.invitationStatus,
          },
        },
        now,
      ),
    ],
  };
}

/** Returns every month that can have payments: from the enrollment to the month after next. */
function periodsOf(member: Member, now: Date): PeriodId[] {
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

/** Refuses if one of the payments is in a bank file that has not been sent yet. */
function requireUnreserved(payments: readonly Payment[]): void {
  if (payments.some(({ status, bankFileId }) => status === pending && bankFileId !== null))
    throw new Refusal('conflict', accountInUse);
}
