import * as z from 'zod';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { AddressRefused, linkEmail, SenderRefused, sendEmail } from '../platform/email.ts';
import { memberEmail } from './email-content.ts';
import { loadMember } from './store.ts';

/** Sends an email to a member in one step, claimed before, so that it is sent once. */
export const sendMemberEmail = defineJob({
  claims: true,
  input: memberEmail,
  cursor: z.undefined(),
  step: async ({ input: { memberId, subject, paragraphs, link } }) => {
    const { email, firstName } = await loadMember(memberId);
    const greeting = `Hello ${firstName},`;
    const address = `${process.env.SITE_ADDRESS}${link.path}`;
    const sent = { done: 1, next: null, message: 'The member is notified.' };
    try {
      await sendEmail({
        ...linkEmail(email, subject, [greeting, ...paragraphs], { title: link.title, address }),
        tags: { member: memberId },
      });
      return sent;
    } catch (error) {
      if (error instanceof SenderRefused)
        throw new JobStopped(
          'The email service does not accept our sender address. Contact the operator of this portal.',
        );
      if (!(error instanceof AddressRefused)) throw error;
      const reason = 'The email service does not accept this address.';
      return { ...sent, refusedRows: [{ line: 1, reason, cells: { Email: email } }] };
    }
  },
});
