import * as z from 'zod';

/** A bounced email or a spam complaint, stored with the recipient's record. */
export const emailFailureSchema = z.object({
  /** The recipient's address in lowercase. */
  address: z.string(),
  /** Text for users who can correct the address. */
  reason: z.string(),
  /** ISO instant. */
  at: z.string(),
});
export type EmailFailure = z.output<typeof emailFailureSchema>;

/** Returns why emails to the current address do not arrive, or null. */
export const emailFailureOf = ({
  email,
  emailProblem: failure,
}: {
  email: string;
  emailProblem?: EmailFailure;
}): string | null => (failure?.address === email.toLowerCase() ? failure.reason : null);
