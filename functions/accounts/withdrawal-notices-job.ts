import * as z from 'zod';
import { defineJob } from '../jobs/job-kind.ts';
import { sendEach } from '../jobs/send-each.ts';
import { paymentChange } from '../payments/store.ts';
import { type Email, linkEmail } from '../platform/email.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { withdrawalEmail } from './withdrawal-email.ts';
import { nextToAnnounce, noticePosition, type Due } from './withdrawal-store.ts';

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
    const { due, next } = await nextToAnnounce(from, now);
    const { sent, refusedRows, interrupted } = await sendEach(due, noticeOf, senderRefused);
    // already notified members are skipped when the same pages are read again
    const position = interrupted ? from : next;
    return {
      changes: sent.flatMap((item) => announced(item, startedBy, now)),
      done: sent.length,
      next: position,
      refusedRows,
      tally: { added: sent.length, failed: refusedRows.length },
      message: position === null ? 'Members were notified of their withdrawals.' : 'Notifying members.',
    };
  },
});

function noticeOf({ member, payment, announcement }: Due): Email {
  const { subject, paragraphs, link } = withdrawalEmail(member, payment, announcement);
  const address = `${process.env.SITE_ADDRESS}${link.path}`;
  const said = [`Hello ${member.firstName},`, ...paragraphs];
  return linkEmail(member.email, subject, said, { title: link.title, address });
}

const announced = ({ member, payment, announcement }: Due, who: string, now: Date): Change[] => [
  ...paymentChange(payment, { ...payment, announced: announcement }),
  auditWrite(
    {
      name: 'member told of withdrawal',
      subject: `member ${member.id}`,
      partnerId: member.partnerId,
      who,
      after: { payment: payment.id, ...announcement },
    },
    now,
  ),
];
