import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { addDays, type CalendarDate } from '../calendar.ts';
import { apiScopeNames } from '../api-scopes.ts';
import { listedManager } from './manager.ts';

/** Days after which the access of a partner's managers and API clients is reviewed again. */
export const reviewDays = 90;

/** The reviews of a partner. Dates are those of Chicago. */
export const accessReviewRecord = z.object({
  partnerId: z.string(),
  /** Beginning of the first period. */
  startedOn: z.string(),
  /** Date of the last review; null before the first one. */
  reviewedOn: z.string().nullable(),
  reviewedBy: z.string().nullable(),
  /** Date of the last reminder; null before the first one. */
  remindedOn: z.string().nullable(),
  version: recordVersion,
});
export type AccessReviewRecord = z.output<typeof accessReviewRecord>;

/** Returns the date on which the next review is due. */
export const reviewDueOn = ({
  startedOn,
  reviewedOn,
}: Pick<AccessReviewRecord, 'startedOn' | 'reviewedOn'>): CalendarDate =>
  addDays(reviewedOn ?? startedOn, reviewDays);

/** Returns true if the review is due and no reminder was sent for it. */
export function isReminderDue(record: AccessReviewRecord, today: CalendarDate): boolean {
  const due = reviewDueOn(record);
  return due <= today && (record.remindedOn === null || record.remindedOn < due);
}

/** Users and programs with access to a partner. */
export const accessReview = z.object({
  managers: z.array(
    listedManager.extend({
      /** ISO instant of the last use in current sessions; null without one. */
      lastUsedAt: z.string().nullable(),
      hasSecondFactor: z.boolean(),
    }),
  ),
  clients: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(apiScopeNames)),
      expiresOn: z.string(),
      createdByName: z.string(),
    }),
  ),
  reviewedOn: z.string().nullable(),
  /** Name of the user who reviewed last. */
  reviewedBy: z.string().nullable(),
  dueOn: z.string(),
  isDue: z.boolean(),
  version: recordVersion,
});
export type AccessReview = z.output<typeof accessReview>;
