import { periodName, showDate } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { showMoney } from '../../shared/money.ts';
import type { Announcement, MemberPayment } from '../../shared/payments/payment.ts';
import { lastDayToStop, noticeDays } from '../../shared/payments/withdrawal-notice.ts';
import type { MemberEmail } from '../members/email-content.ts';

/** Returns the email with a withdrawal's amount and days, why they differ from the agreement, and how to stop it. */
export function withdrawalEmail(
  member: Member,
  payment: MemberPayment,
  { amount, from, until, sentOn }: Announcement,
): MemberEmail {
  const days = from === until ? `on ${showDate(from)}` : `between ${showDate(from)} and ${showDate(until)}`;
  const owed = noticeDays(payment, member, from);
  const last = lastDayToStop(from);
  const why = payment.announced
    ? ['This replaces our last email about this withdrawal.']
    : owed === 10
      ? ['This amount differs from the one in your agreement because the terms of your membership changed.']
      : owed === 7
        ? ['This is later than the day in your agreement.']
        : [];
  return {
    memberId: member.id,
    subject: `Next withdrawal: ${showMoney(amount)} ${from === until ? 'on' : 'from'} ${showDate(from)}`,
    paragraphs: [
      `We will withdraw your dues for ${periodName(payment.periodId)}, ${showMoney(amount)}, from your bank account ${days}.`,
      ...why,
      last < sentOn
        ? 'You do not need to do anything. This withdrawal can no longer be stopped here. To stop it, contact your bank or us.'
        : `You do not need to do anything. If you do not want this withdrawal, you can stop it under Billing until ${showDate(last)}.`,
    ],
    link: { title: 'View billing info', path: '/member/account/billing' },
  };
}
