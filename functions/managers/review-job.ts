import * as z from 'zod';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import { isReminderDue, reviewDueOn, type AccessReviewRecord } from '../../shared/managers/access-review.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { sendEach } from '../jobs/send-each.ts';
import { pageOfPartners } from '../partners/store.ts';
import { linkEmail, type Email } from '../platform/email.ts';
import { accessOf, type User } from '../users/user.ts';
import { accessReviewChange, accessReviewOf } from './access-review-store.ts';
import { currentManagers } from './store.ts';

const senderRefused =
  'The reminders stopped because the email service rejects our sender address. Contact your administrator.';

/** Start of a step: after a number of partners, and the managers of the next partner that were reminded. */
const position = z.object({
  after: z.string().nullable().default(null),
  told: z.array(z.string()).default([]),
});

/** Most partners without a reminder per step. */
const partnersPerStep = 40;

/**
 * Reminds the managers with full access of a due review, one partner per step. A step is claimed before its emails are
 * sent, and stores the date of the reminder in its transaction.
 */
export const accessReviews = defineJob({
  claims: true,
  input: z.object({}),
  cursor: position.prefault({}),
  step: async ({ cursor: from, now }) => {
    const today = dateInChicago(now);
    let { after } = from;
    for (let page = 1; ; page += 1) {
      const position = { after, told: page === 1 ? from.told : [] };
      const { rows, cursor } = await pageOfPartners(after, 1);
      after = cursor;
      const [partner] = rows;
      const record = partner && (await accessReviewOf(partner.id, now));
      const isNew = record?.version === 0;
      if (partner && record && (isNew || isReminderDue(record, today))) {
        const reviewers = isNew ? [] : await reviewersOf(partner.id, position.told);
        const emailFor = (user: User) => reminder(user, partner, record);
        const {
          sent: notified,
          refusedRows,
          interrupted,
        } = await sendEach(reviewers, emailFor, senderRefused);
        if (interrupted)
          return {
            done: notified.length,
            next: { ...position, told: [...position.told, ...notified.map(({ id }) => id)] },
            tally: { added: notified.length },
            message: 'Reminding managers.',
          };
        return {
          changes: accessReviewChange(record, { ...record, ...(!isNew && { remindedOn: today }) }),
          done: notified.length,
          next: after === null ? null : { after, told: [] },
          refusedRows,
          tally: { added: notified.length, failed: refusedRows.length },
          message: after === null ? 'Managers were reminded.' : 'Reminding managers.',
        };
      }
      if (after === null) return { done: 0, next: null, message: 'Managers were reminded.' };
      if (page >= partnersPerStep)
        return { done: 0, next: { after, told: [] }, message: 'Reminding managers.' };
    }
  },
});

/** Returns the managers with full access who were not reminded yet. */
const reviewersOf = async (partnerId: string, notified: readonly string[]): Promise<User[]> =>
  (await currentManagers(partnerId)).filter(
    (user) => user.awaitsPassword !== true && accessOf(user) === 'full' && !notified.includes(user.id),
  );

const reminder = (
  { email, firstName }: User,
  { name }: Pick<Partner, 'name'>,
  record: AccessReviewRecord,
): Email =>
  linkEmail(
    email,
    `Review the access to ${name}`,
    [
      `Hello ${firstName},`,
      `Check which managers and API clients have access to ${name} on Wellport, and confirm that each of them still needs it. The review was due on ${showDate(reviewDueOn(record))}.`,
    ],
    { title: 'Review the access', address: `${process.env.SITE_ADDRESS ?? ''}/partnermanager/accessreview` },
  );
