import * as z from 'zod';

/** An email to a member, as its job keeps it; the address and the name are the member's of the moment it is sent. */
export const memberEmail = z.object({
  memberId: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** The page that the email leads to; `path` begins with a slash. */
  link: z.object({ title: z.string(), path: z.string() }),
});
export type MemberEmail = z.output<typeof memberEmail>;
