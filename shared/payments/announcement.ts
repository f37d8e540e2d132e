import * as z from 'zod';

/** An email that announced one withdrawal: its amount in cents, between which days, and the day of the email. */
export const announcement = z.object({
  amount: z.int(),
  from: z.string(),
  until: z.string(),
  sentOn: z.string(),
});
export type Announcement = z.output<typeof announcement>;
