import * as z from 'zod';
import { defineJob } from '../jobs/job-kind.ts';
import { sendOrRefuse } from '../jobs/send-each.ts';
import { linkEmail } from '../platform/email.ts';
import { memberEmail } from './email-content.ts';
import { loadMember } from './store.ts';

const reason = 'You receive this email because you are a member of a fitness program at Wellport.';

/** Sends an email to a member in one step, claimed before, so that it is sent once. */
export const sendMemberEmail = defineJob({
  claims: true,
  input: memberEmail,
  cursor: z.undefined(),
  step: async ({ input: { memberId, subject, paragraphs, link } }) => {
    const { email, firstName } = await loadMember(memberId);
    const greeting = `Hello ${firstName},`;
    const address = `${process.env.SITE_ADDRESS}${link.path}`;
    const refused = await sendOrRefuse({
      ...linkEmail(email, subject, [greeting, ...paragraphs], { title: link.title, address }, { reason }),
      tags: { member: memberId },
    });
    return { done: 1, next: null, message: 'The member is notified.', refusedRows: refused ? [refused] : [] };
  },
});
