import * as z from 'zod';

/** A bounced email or a spam complaint, stored with the recipient's record. */
export const emailProblem = z.object({
  /** The recipient's address in lowercase. */
  address: z.string(),
  /** Text for users who can correct the address. */
  reason: z.string(),
  /** ISO instant. */
  at: z.string(),
});
export type EmailProblem = z.output<typeof emailProblem>;

/** Returns why emails to the current address do not arrive, or null. */
export const emailProblemOf = ({
  email,
  emailProblem: problem,
}: {
  email: string;
  emailProblem?: EmailProblem;
}): string | null => (problem?.address === email.toLowerCase() ? problem.reason : null);
