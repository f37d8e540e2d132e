import * as z from 'zod';
import type { Announcement } from '../../shared/payments/announcement.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import type { Member } from '../../shared/members/member.ts';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { paymentChange } from '../payments/store.ts';
import { AddressRefused, linkEmail, SenderRefused, sendEmail } from '../platform/email.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { withdrawalEmail } from './withdrawal-email.ts';
import { nextToAnnounce, noticePlace, type Due } from './withdrawal-store.ts';

const senderRefused =
  'The emails stopped: the email service does not accept our sender address. Tell whoever runs this portal.';

/**
 * The steps that tell members of their next withdrawals by email. A step is claimed before its emails; what was told is
 * kept with the payment in the step's own transaction, so that the bank file lets through what was announced.
 */
export const withdrawalNotices = defineJob({
  claims: true,
  input: z.object({}),
  step: async ({ cursor, startedBy, now }) => {
    const from = noticePlace.parse(cursor === '' ? {} : JSON.parse(cursor));
    const { due, next } = await nextToAnnounce(from, now);
    const told: Due[] = [];
    const refusedRows: RefusedRow[] = [];
    for (const one of due) {
      const problem = await tell(one.member, one.payment, one.announcement);
      if (problem === undefined) told.push(one);
      else
        refusedRows.push({
          line: refusedRows.length + 1,
          reason: problem,
          cells: { Email: one.member.email },
        });
    }
    return {
      changes: told.flatMap((one) => announced(one, startedBy, now)),
      done: told.length,
      next: next && JSON.stringify(next),
      refusedRows,
      tally: { added: told.length, failed: refusedRows.length },
      message: next === null ? 'Members are told of their withdrawals.' : 'Telling members.',
    };
  },
});

/** Sends the email; returns why it cannot be sent, where another attempt would not help. */
async function tell(
  member: Member,
  payment: MemberPayment,
  announcement: Announcement,
): Promise<string | undefined> {
  const { subject, paragraphs, link } = withdrawalEmail(member, payment, announcement);
  const address = `${process.env.SITE_ADDRESS}${link.path}`;
  const said = [`Hello ${member.firstName},`, ...paragraphs];
  try {
    await sendEmail(linkEmail(member.email, subject, said, { title: link.title, address }));
    return undefined;
  } catch (problem) {
    if (problem instanceof SenderRefused) throw new JobStopped(senderRefused);
    if (!(problem instanceof AddressRefused)) throw problem;
    return 'The email service does not accept this address.';
  }
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
