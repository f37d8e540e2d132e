import * as z from 'zod';

/**
 * A member's time at one club: what facility payments are counted from. Kept under its partner in the order of the
 * clubs, so that a club's members lie together. Dates are calendar dates; `to` is null while it lasts.
 */
export const enrollment = z.object({
  partnerId: z.string(),
  facilityId: z.string(),
  memberId: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  version: z.int(),
});
export type Enrollment = z.output<typeof enrollment>;
