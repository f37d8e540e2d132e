import * as z from 'zod';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { AddressRefused, linkEmail, SenderRefused, sendEmail } from '../platform/email.ts';
import { clubManagersToEmail } from './manager-store.ts';

const emailsPerStep = 5;

/** An email to every manager of a facility; `path` begins with a slash. */
const clubEmail = z.object({
  facilityId: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  link: z.object({ title: z.string(), path: z.string() }),
});
export type ClubEmail = z.output<typeof clubEmail>;

/** Emails a facility's managers, some per step; each email is claimed first, so that it is sent once. */
export const notifyFacility = defineJob({
  claims: true,
  input: clubEmail,
  cursor: z.int().default(0),
  step: async ({ input: { facilityId, subject, paragraphs, link }, cursor: from }) => {
    const managers = await clubManagersToEmail(facilityId);
    const address = `${process.env.SITE_ADDRESS}${link.path}`;
    const refusedRows = [];
    for (const { email, firstName } of managers.slice(from, from + emailsPerStep)) {
      try {
        const words = [`Hello ${firstName},`, ...paragraphs];
        await sendEmail(linkEmail(email, subject, words, { title: link.title, address }));
      } catch (error) {
        if (error instanceof SenderRefused)
          throw new JobStopped(
            'The email service does not accept our sender address. Contact the operator of this portal.',
          );
        if (!(error instanceof AddressRefused)) throw error;
        const reason = 'The email service does not accept this address.';
        refusedRows.push({ line: from + refusedRows.length + 1, reason, cells: { Email: email } });
      }
    }
    const end = from + emailsPerStep;
    return {
      done: Math.max(0, Math.min(managers.length, end) - from),
      next: end < managers.length ? end : null,
      refusedRows,
      message:
        managers.length === 0
          ? 'This facility has no manager to email.'
          : 'The managers of the facility were emailed.',
    };
  },
});
