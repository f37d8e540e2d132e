import * as z from 'zod';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { sendOrRefuse } from '../jobs/send-each.ts';
import { linkEmail } from '../platform/email.ts';
import { facilityManagersToEmail } from './manager-store.ts';

const emailsPerStep = 5;

/** An email to every manager of a facility; `path` begins with a slash. */
const facilityEmail = z.object({
  facilityId: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  link: z.object({ title: z.string(), path: z.string() }),
});
export type FacilityEmail = z.output<typeof facilityEmail>;

/** Emails a facility's managers, some per step; each email is claimed first, so that it is sent once. */
export const notifyFacility = defineJob({
  claims: true,
  input: facilityEmail,
  cursor: z.int().default(0),
  step: async ({ input: { facilityId, subject, paragraphs, link }, cursor: from }) => {
    const managers = await facilityManagersToEmail(facilityId);
    const address = `${process.env.SITE_ADDRESS}${link.path}`;
    const refusedRows: NewRefusedRow[] = [];
    for (const { email, firstName } of managers.slice(from, from + emailsPerStep)) {
      const words = [`Hello ${firstName},`, ...paragraphs];
      const message = linkEmail(email, subject, words, { title: link.title, address });
      const refused = await sendOrRefuse(message, from + refusedRows.length + 1);
      if (refused) refusedRows.push(refused);
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
