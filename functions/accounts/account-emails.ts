import type { TypedBankAccount } from '../../shared/accounts/bank-details.ts';
import { periodName, showDate, type CalendarDate } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { operationTypes } from '../../shared/programs.ts';
import type { MemberEmail } from '../members/email-content.ts';
import type { Membership } from './memberships.ts';

/** Tells a member that an account was changed, so that a change by somebody else does not go unseen. */
export function accountChangedEmail(
  { member, partnerName }: Membership,
  { operationTypeId, accountNumber }: TypedBankAccount,
  isActiveAgain: boolean,
): MemberEmail {
  const purpose = operationTypeId === operationTypes.debit ? 'withdrawals' : 'deposits';
  return {
    memberId: member.id,
    subject: 'Your bank account was changed',
    paragraphs: [
      `The bank account for ${purpose} of your ${partnerName} membership now ends in ${accountNumber.slice(-4)}. Payments that were sent already keep the old account.`,
      ...(isActiveAgain ? ['Your membership is active again.'] : []),
      'If you did not change it, choose a new password and contact us at once.',
    ],
    link: { title: 'See your billing info', path: '/member/account/billing' },
  };
}

/** Confirms that nothing more is withdrawn, and from which day on the membership is over. */
export const authorizationWithdrawnEmail = (memberId: string, endsOn: CalendarDate): MemberEmail => ({
  memberId,
  subject: 'Your authorization is withdrawn',
  paragraphs: [
    `We withdraw no dues for ${showDate(endsOn)} and later; your membership ends on that day. Dues for that time that are with the bank already are paid back to the account they came from.`,
    'If you did not ask for this, contact us at once.',
  ],
  link: { title: 'See your billing info', path: '/member/account/billing' },
});

/** Confirms that a withdrawal is stopped, and says how the membership goes on. */
export const withdrawalStoppedEmail = (
  { memberId, amountToBeSent, periodId }: MemberPayment,
  partnerName: string,
): MemberEmail => ({
  memberId,
  subject: 'Your withdrawal is stopped',
  paragraphs: [
    `We do not withdraw ${showMoney(amountToBeSent)} for ${periodName(periodId)}. If your bank has the withdrawal already, we pay it back to the same account.`,
    `Your membership is on hold until these dues are settled. Ask ${partnerName} or us how to pay them; then it is activated again.`,
    'If you did not ask for this, contact us at once.',
  ],
  link: { title: 'See your billing info', path: '/member/account/billing' },
});
