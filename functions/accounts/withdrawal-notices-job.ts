import { periodName, showDate } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { showMoney } from '../../shared/money.ts';
import type { Announcement, MemberPayment } from '../../shared/payments/payment.ts';
import { lastDayToStop, noticeDays } from '../../shared/payments/withdrawal-notice.ts';
import { type MemberEmail, membershipAddress } from '../members/email-content.ts';
import * as z from 'zod';
import { defineJob } from '../jobs/job-kind.ts';
import { sendEach } from '../jobs/send-each.ts';
import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { loadBankAccountsNow } from '../bank-accounts/account-read-store.ts';
import { accountChange } from '../bank-accounts/account-write-store.ts';
import { memberChange } from '../members/store.ts';
import { paymentChange } from '../payments/store.ts';
import { type Email, linkEmail } from '../platform/email.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { nextToAnnounce, noticePosition, type Due } from './withdrawal-store.ts';

/** Returns the email with a withdrawal's amount and days, why they differ from the agreement, and how to stop it. */
function withdrawalEmail(
  member: Member,
  payment: MemberPayment,
  { amount, from, until, sentOn }: Announcement,
  isAnnual: boolean,
): MemberEmail {
  const days = from === until ? `on ${showDate(from)}` : `between ${showDate(from)} and ${showDate(until)}`;
  const owed = noticeDays(payment, member, from);
  const last = lastDayToStop(from);
  const why = payment.announced
    ? ['This replaces our last email about this withdrawal.']
    : owed >= 10
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
      ...(isAnnual
        ? [
            'Annual notice: your membership continues, and dues are withdrawn each month, until you end it. You can end it online at any time, under Memberships, End membership.',
          ]
        : []),
    ],
    link: { title: 'View billing info', path: '/member/account/billing' },
  };
}

const senderRefused =
  'The emails stopped because the email service rejects our sender address. Contact your administrator.';

/**
 * Notifies members of their next withdrawals by email. Each step is claimed before its emails are sent, and stores the
 * announcements on the payments in its own transaction, so that the bank file includes what was announced.
 */
export const withdrawalNotices = defineJob({
  claims: true,
  input: z.object({}),
  cursor: noticePosition.prefault({}),
  step: async ({ cursor: from, startedBy, now }) => {
    const { due, unvalidated, next } = await nextToAnnounce(from, now);
    const { sent, refusedRows, interrupted } = await sendEach(due, noticeOf, senderRefused);
    // already notified members are skipped when the same pages are read again
    const position = interrupted ? from : next;
    return {
      changes: [
        ...sent.flatMap((item) => announced(item, startedBy, now)),
        ...(await prenotesNeeded(unvalidated, startedBy, now)),
      ],
      done: sent.length,
      next: position,
      refusedRows,
      tally: { added: sent.length, failed: refusedRows.length },
      message: position === null ? 'Members were notified of their withdrawals.' : 'Notifying members.',
    };
  },
});

/** Lists accounts that were entered before prenotes were turned on, so that prenotes are sent to them. */
async function prenotesNeeded(
  accounts: readonly BankAccountRecord[],
  who: string,
  now: Date,
): Promise<Change[]> {
  const stored = await loadBankAccountsNow(accounts.map(({ payeeToken }) => payeeToken));
  return stored.flatMap((account) => [
    ...accountChange(account, {
      ...accountAt(account, now),
      prenote: { bankFlow: 'memberDues', sent: null },
    }),
    auditWrite(
      {
        name: 'bank account needs prenote',
        subject: `bank account ${account.payeeToken}`,
        who,
        after: { lastFour: account.lastFour },
      },
      now,
    ),
  ]);
}

function noticeOf({ member, payment, announcement, isAnnual }: Due): Email {
  const { subject, paragraphs, link } = withdrawalEmail(member, payment, announcement, isAnnual);
  const address = membershipAddress(member.id, link.path);
  const said = [`Hello ${member.firstName},`, ...paragraphs];
  return linkEmail(member.email, subject, said, { title: link.title, address });
}

const announced = ({ member, payment, announcement, isAnnual }: Due, who: string, now: Date): Change[] => [
  ...paymentChange(payment, { ...payment, announced: announcement }),
  ...(isAnnual ? memberChange(member, { ...member, annualNoticeOn: announcement.sentOn }) : []),
  auditWrite(
    {
      name: 'member told of withdrawal',
      subject: `member ${member.id}`,
      partnerId: member.partnerId,
      who,
      after: { payment: payment.id, ...announcement, ...(isAnnual && { isAnnual }) },
    },
    now,
  ),
];
