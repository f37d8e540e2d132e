import * as z from 'zod';
import { recordVersion } from '../ids.ts';

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
  /** Earlier times at the same club, of a member who left it and came back. */
  earlier: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  version: recordVersion,
});
export type Enrollment = z.output<typeof enrollment>;

/** Every time at the club as an enrollment of its own: the present one, and earlier ones. */
export const staysOf = ({ earlier = [], ...present }: Enrollment): Enrollment[] => [
  present,
  ...earlier.map((time) => ({ ...present, ...time })),
];
