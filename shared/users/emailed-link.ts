import * as z from 'zod';

/** What a link in an email is for. */
const linkPurposes = ['user invitation', 'new email', 'earlier email'] as const;

/** The one link that a user was emailed and has not opened; the token itself is only in the email. */
export const emailedLink = z.object({
  purpose: z.enum(linkPurposes),
  tokenHash: z.string(),
  /** Where it was emailed to. */
  email: z.string(),
  /** The address that it replaces. */
  oldEmail: z.string().optional(),
  /** ISO instant from which it is no longer good. */
  expiresAt: z.string(),
});
export type EmailedLink = z.output<typeof emailedLink>;

const days = 86_400_000;

/** Validity in milliseconds: a day for a new email, a week otherwise. */
export const linkGoodFor: Record<EmailedLink['purpose'], number> = {
  'user invitation': 7 * days,
  'new email': days,
  'earlier email': 7 * days,
};

export const isLinkOpen = (link: EmailedLink, now: Date): boolean => now.toISOString() < link.expiresAt;

/** The token of a link: the user's id, a dot, and 256 random bits; anything else is no link. */
export const linkToken = z.string().max(200);

/** One sentence for a wrong, used, replaced or expired link. */
export const badLink =
  'This link is not valid. It was used, replaced by a newer one, or has expired. Open the link in the newest email, or ask for a new one.';
