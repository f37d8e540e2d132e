import * as z from 'zod';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import type { NewJob } from '../jobs/begin.ts';
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

/** The user who entered an account, in emails to clubs. */
export const administrator = 'An administrator of Wellport';

/** Returns the job that emails the managers of a facility about an entered deposit account. */
export const accountNotice = (
  id: string,
  facility: Pick<Facility, 'id' | 'name'>,
  by: string,
  lastFour: string,
): NewJob => ({
  id,
  kind: 'club email',
  input: {
    facilityId: facility.id,
    subject: `A new bank account for ${facility.name}`,
    paragraphs: [
      `${by} entered a new bank account for payments to ${facility.name}. It ends in ${lastFour}. We verify it before the next payment.`,
      'If you did not expect this, contact us immediately so that we can stop the change.',
    ],
    link: { title: 'Show the bank account', path: '/facilitymanager/bankaccount' },
  },
  total: 1,
  message: 'Notifying the club.',
});

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
