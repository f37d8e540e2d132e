import * as z from 'zod';

/** A counted visit: at most one per member, club and day (settled reading of spec 3 §3). */
export const visit = z.object({
  memberId: z.string(),
  partnerId: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  memberName: z.string(),
  /** Calendar date of the check-in in the club's file. */
  date: z.string(),
  /** HH:MM, or empty when the club did not say. */
  time: z.string(),
  periodId: z.string(),
  version: z.int(),
});
export type Visit = z.output<typeof visit>;
