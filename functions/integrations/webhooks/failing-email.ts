import * as z from 'zod';
import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { idsOfOwner, ownerOf, type WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import type { NewRefusedRow } from '../../../shared/jobs/job.ts';
import { listAdministrators } from '../../administrators/store.ts';
import { facilityManagersToEmail } from '../../facilities/manager-store.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { sendOrRefuse } from '../../jobs/send-each.ts';
import { notificationEmails } from '../../managers/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { linkEmail } from '../../platform/email.ts';
import { webhooksOf } from './store.ts';

const emailsPerStep = 5;

/** Returns the emails of the users who manage an owner's webhooks. */
async function emailsOf(owner: WebhookOwner): Promise<string[]> {
  const { partnerId, facilityId } = idsOfOwner(owner);
  if (partnerId !== undefined) return notificationEmails(await loadPartner(partnerId));
  if (facilityId !== undefined) return (await facilityManagersToEmail(facilityId)).map(({ email }) => email);
  return (await listAdministrators()).flatMap(({ email, status }) => (status === 'active' ? [email] : []));
}

const pages = {
  partner: '/partnermanager/webhooks',
  club: '/facilitymanager/webhooks',
  all: '/admin/webhooks',
};

const pageOf = (owner: WebhookOwner): string => {
  const { partnerId, facilityId } = idsOfOwner(owner);
  return partnerId !== undefined ? pages.partner : facilityId !== undefined ? pages.club : pages.all;
};

const failingText = (url: string, since: string): string[] => [
  `The receiver at ${url} has not accepted an event since ${showDate(dateInChicago(new Date(since)))}.`,
  'Each event is sent again for three days. After that, it is listed as failed, and you can send it again for 30 days.',
  'You receive this email once, until the receiver accepts an event again.',
];

const retiredText = (url: string): string[] => [
  `The receiver at ${url} responded with 410 (Gone), which means that it accepts no more events.`,
  'The webhook was turned off, and nothing is sent to it. If the receiver is available again, turn the webhook on: waiting events are sent then.',
];

/** Emails the owner of a webhook that its receiver fails or was turned off, once per failing period. */
export const emailAboutFailingWebhook = defineJob({
  claims: true,
  input: z.object({ webhookId: z.string(), since: z.string(), isRetired: z.boolean().default(false) }),
  cursor: z.int().default(0),
  step: async ({ input: { webhookId, since, isRetired }, cursor: from }) => {
    const owner = ownerOf(webhookId);
    const webhook = (await webhooksOf(owner)).webhooks.find(({ id }) => id === webhookId);
    if (!webhook || webhook.isActive === isRetired)
      return { done: 0, next: null, message: 'The webhook was turned off or deleted.' };
    const emails = await emailsOf(owner);
    const refusedRows: NewRefusedRow[] = [];
    const end = from + emailsPerStep;
    for (const to of emails.slice(from, end)) {
      const refused = await sendOrRefuse(
        linkEmail(
          to,
          isRetired ? 'Your webhook was turned off' : 'Your webhook does not accept events',
          ['Hello,', ...(isRetired ? retiredText(webhook.url) : failingText(webhook.url, since))],
          { title: 'Show the deliveries', address: `${process.env.SITE_ADDRESS ?? ''}${pageOf(owner)}` },
        ),
        from + refusedRows.length + 1,
      );
      if (refused) refusedRows.push(refused);
    }
    return {
      done: 1,
      next: end < emails.length ? end : null,
      refusedRows,
      message: 'The owner of the webhook is notified.',
    };
  },
});
