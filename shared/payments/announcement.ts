import * as z from 'zod';

/** The email that announced a withdrawal: its amount in cents, its earliest and latest day, and the day it was sent. */
export const announcement = z.object({
  amount: z.int(),
  from: z.string(),
  until: z.string(),
  sentOn: z.string(),
});
export type Announcement = z.output<typeof announcement>;
