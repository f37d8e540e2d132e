import * as z from 'zod';

/** An email to a member, as its job stores it; address and name are those at the time of sending. */
export const memberEmail = z.object({
  memberId: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** The linked page; `path` begins with a slash. */
  link: z.object({ title: z.string(), path: z.string() }),
  /** True for emails that the member can stop with a link. */
  isAboutVisits: z.boolean().optional(),
});
export type MemberEmail = z.output<typeof memberEmail>;
