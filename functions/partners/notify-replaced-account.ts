import * as z from 'zod';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { AddressRefused, helpAddress, linkEmail, sendEmail, type Email } from '../platform/email.ts';
import { notificationEmails } from '../managers/store.ts';
import { loadPartner } from './store.ts';

const emailsPerStep = 5;

const replacedAccountEmail = (to: string, partner: Partner, lastFour: string, usableFrom: string): Email =>
  linkEmail(
    to,
    `A new bank account for ${partner.name}`,
    [
      'Hello,',
      `The bank account that Wellport withdraws from for ${partner.name} was replaced. The new account ends in ${lastFour} and is used from ${showDate(dateInChicago(new Date(usableFrom)))}, or earlier if an administrator releases it. Until then, the old account is used.`,
      'If you did not expect this, contact us immediately so that we can stop the change.',
    ],
    { title: 'Contact us', address: helpAddress() },
  );

/**
 * Notifies the partner's contact and managers of a replaced account. A step is claimed before its emails are sent, so
 * concurrent workers send no duplicates; after a crash, at most one step's emails are repeated.
 */
export const notifyReplacedAccount = defineJob({
  claims: true,
  input: z.object({ partnerId: z.string(), lastFour: z.string(), usableFrom: z.string() }),
  cursor: z.int().default(0),
  step: async ({ input: { partnerId, lastFour, usableFrom }, cursor: first }) => {
    const partner = await loadPartner(partnerId);
    const all = await notificationEmails(partner);
    const emails = all.slice(first, first + emailsPerStep);
    let refused = 0;
    for (const to of emails)
      try {
        await sendEmail(replacedAccountEmail(to, partner, lastFour, usableFrom));
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
