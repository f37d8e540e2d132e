import * as z from 'zod';

const linkPurposes = ['user invitation', 'new email', 'earlier email'] as const;

/** A user's unopened link. Only the hash of its token is stored. */
export const emailedLink = z.object({
  purpose: z.enum(linkPurposes),
  tokenHash: z.string(),
  /** Recipient address. */
  email: z.string(),
  /** Replaced address. */
  oldEmail: z.string().optional(),
  /** ISO instant. */
  expiresAt: z.string(),
});
export type EmailedLink = z.output<typeof emailedLink>;

const days = 86_400_000;

export const linkValidityMs: Record<EmailedLink['purpose'], number> = {
  'user invitation': 7 * days,
  'new email': days,
  'earlier email': 7 * days,
};

export const isLinkOpen = (link: EmailedLink, now: Date): boolean => now.toISOString() < link.expiresAt;

/** The token of a link: the user's ID, a dot, and 256 random bits. */
export const linkToken = z.string().max(200);
