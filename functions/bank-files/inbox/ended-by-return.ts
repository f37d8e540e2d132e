import { endsAgain, endsAuthorization, isDebit } from '../../../shared/bank-files/debit-authorization.ts';
import { isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import type { InboxEntry } from '../../../shared/bank-files/inbox-file.ts';
import type { SentEntry } from '../../../shared/bank-files/sent-entry.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import { canMove, moveMember } from '../../../shared/members/membership-status.ts';
import { memberDues, type MemberPayment, type Payment } from '../../../shared/payments/payment.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { accountHeld, debitAuthorizationEnded } from '../../bank-accounts/store.ts';
import { memberStatusChange } from '../../members/status-change.ts';
import { type UnpaidByLeaver } from '../../payments/statuses/unpaid-leaver-store.ts';
import type { Change } from '../../table/write.ts';
import { correctableCode, makesAccountUnusable } from '../../../shared/bank-files/nacha/return-codes.ts';

export interface ReturnedPayment {
  sent: SentEntry;
  payment: Payment | undefined;
  account: BankAccountRecord | undefined;
  /** True if the entry was sent to the account's numbers, or to those that the bank corrected to them. */
  isSameAccount: boolean;
  refund: MemberPayment | undefined;
  /** Other accounts of the same person with the same numbers. */
  otherUses: BankAccountRecord[];
  member: Member | undefined;
  /**
   * Open payments that end if the returned dues of a former member are not collected again. For a returned reversal:
   * payments that change because dues are collected after all.
   */
  unpaid: UnpaidByLeaver[];
  /** The reversed entry of a reversal. */
  reversed: SentEntry | undefined;
}

export interface CarriedOut {
  entry: InboxEntry;
  changes: Change[];
}

export interface Decider {
  who: string;
  now: Date;
}

/** Returns the member after a return of dues: returned first dues end the activation. */
export const withReturn = (payment: Payment, member: Member): Member =>
  isFirstDues(payment, member) && canMove(member, 'returnFirstDues', {})
    ? moveMember(member, 'returnFirstDues', {})
    : member;

/** Returns the member after dues stay collected: first dues activate the membership from its first day. */
export const withDuesCollected = (payment: Payment, member: Member): Member =>
  isFirstDues(payment, member) && canMove(member, 'submitFirstDues', {})
    ? moveMember(member, 'submitFirstDues', {})
    : member;

export type Returned = Pick<InboxEntry, 'code' | 'isQuestionable'>;

const isUnusable = ({ code, isQuestionable }: Returned): boolean =>
  makesAccountUnusable(code) || isQuestionable === true;

/** True for a return that makes the payee's present account unusable. */
export const isInvalidAccount = ({ isSameAccount }: ReturnedPayment, entry: Returned): boolean =>
  isUnusable(entry) && isSameAccount;

/** What a return changes about a member: the account cannot be used, and dues came back or stay collected after all. */
interface MemberEffect {
  isInvalid: boolean;
  dues?: 'returned' | 'collected' | undefined;
}

/**
 * Returns the effects of a return on the member and the accounts, also for an entry whose payment does not change: holds
 * the accounts that cannot be used, and ends the authorization of the debited one.
 */
export function endedByReturn(
  match: ReturnedPayment,
  entry: Returned,
  { isInvalid, dues }: MemberEffect,
  decider: Decider,
): Change[] {
  const { payment, account, isSameAccount } = match;
  const { code } = entry;
  const isEnded = payment !== undefined && endsAuthorization(code) && isDebit(payment);
  return [
    ...memberMoves(match, { isInvalid, dues }, decider),
    ...(account && isInvalid ? accountHeld(account, code, decider) : []),
    ...(account && isEnded && isSameAccount
      ? authorizationEnded(account, code === correctableCode ? payment.id : null, code, decider)
      : []),
    ...otherUsesEnded(match, entry, isEnded, decider),
  ];
}

/** Holds the other uses of an unusable account, and ends their authorization unless only the entry was wrong. */
export function otherUsesEnded(
  { otherUses }: ReturnedPayment,
  entry: Returned,
  isEnded: boolean,
  decider: Decider,
): Change[] {
  const { code } = entry;
  if (isUnusable(entry)) return otherUses.flatMap((other) => accountHeld(other, code, decider));
  if (!isEnded || code === correctableCode) return [];
  return otherUses.flatMap((other) => authorizationEnded(other, null, code, decider));
}

/** Undoes the activation for returned first dues, or restores it; suspends an active member with an unusable account. */
function memberMoves(
  { payment, member }: ReturnedPayment,
  { isInvalid, dues }: MemberEffect,
  decider: Decider,
): Change[] {
  if (!member || payment?.paymentTypeId !== memberDues) return [];
  const today = dateInChicago(decider.now);
  let after = dues === 'returned' ? withReturn(payment, member) : member;
  if (isInvalid && canMove(after, 'invalidateAccount', { today }))
    after = moveMember(after, 'invalidateAccount', { today });
  if (dues === 'collected' && isFirstDues(payment, member))
    after = { ...withDuesCollected(payment, after), firstDuesCollectedOn: today };
  const { invitationStatus, activatedOn, accountInvalidatedOn = null, firstDuesReturned = false } = after;
  const isSame =
    invitationStatus === member.invitationStatus &&
    firstDuesReturned === (member.firstDuesReturned ?? false) &&
    accountInvalidatedOn === (member.accountInvalidatedOn ?? null);
  if (isSame) return [];
  return memberStatusChange(
    member,
    after,
    { accountInvalidatedOn, ...(dues === 'collected' && { activatedOn }) },
    decider,
  );
}

/** Ends the authorization of an account, unless it ended for another reason than an entry to correct. */
const authorizationEnded = (
  account: BankAccountRecord,
  paymentId: string | null,
  code: string,
  decider: Decider,
): Change[] =>
  endsAgain(account.authorizationEnded, code)
    ? debitAuthorizationEnded(account, { code, paymentId }, decider)
    : [];
