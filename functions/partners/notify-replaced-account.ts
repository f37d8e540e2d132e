import * as z from 'zod';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { AddressRefused, helpAddress, linkEmail, sendEmail, type Email } from '../platform/email.ts';
import { notificationEmails } from '../managers/store.ts';
import { loadPartner } from './store.ts';

const emailsPerStep = 5;

const jobInput = z.object({
  partnerId: z.string(),
  lastFour: z.string(),
  usableFrom: z.string(),
  /** An administrator's decision about the new account; undefined for its entry. */
  decision: z.enum(['released', 'withdrawn']).optional(),
});
type Notice = z.output<typeof jobInput>;

const subjects = {
  replaced: (name: string) => `A new bank account for ${name}`,
  released: (name: string) => `The new bank account for ${name} is in use`,
  withdrawn: (name: string) => `The new bank account for ${name} was discarded`,
};

/** Returns what happened to the account, in sentences. */
function noticeText(name: string, { lastFour, usableFrom, decision }: Notice): string {
  if (decision === 'released')
    return `An administrator released the new bank account that Wellport withdraws from for ${name}. The account that ends in ${lastFour} is now used.`;
  if (decision === 'withdrawn')
    return `An administrator discarded the new bank account for ${name} that ends in ${lastFour}. Wellport continues to withdraw from the old account.`;
  return `The bank account that Wellport withdraws from for ${name} was replaced. The new account ends in ${lastFour} and is used from ${showDate(dateInChicago(new Date(usableFrom)))}, or earlier if an administrator releases it. Until then, the old account is used.`;
}

const accountEmail = (to: string, { name }: Partner, notice: Notice): Email =>
  linkEmail(
    to,
    subjects[notice.decision ?? 'replaced'](name),
    [
      'Hello,',
      noticeText(name, notice),
      'If you did not expect this, contact us immediately so that we can stop the change.',
    ],
    { title: 'Contact us', address: helpAddress() },
  );

/**
 * Notifies the partner's contact and managers of a replaced account, its release, or its withdrawal. A step is claimed before its emails are sent, so
 * concurrent workers send no duplicates; after a crash, at most one step's emails are repeated.
 */
export const notifyReplacedAccount = defineJob({
  claims: true,
  input: jobInput,
  cursor: z.int().default(0),
  step: async ({ input, cursor: first }) => {
    const partner = await loadPartner(input.partnerId);
    const all = await notificationEmails(partner);
    const emails = all.slice(first, first + emailsPerStep);
    let refused = 0;
    for (const to of emails)
      try {
        await sendEmail(accountEmail(to, partner, input));
      } catch (error) {
        if (!(error instanceof AddressRefused)) throw error;
        refused += 1;
      }
    const next = first + emails.length;
    return {
      done: emails.length,
      next: next < all.length ? next : null,
      total: all.length,
      tally: { added: emails.length - refused, failed: refused },
      message: next < all.length ? 'Notifying the partner.' : 'The partner was notified.',
    };
  },
});
