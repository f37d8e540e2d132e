import * as z from 'zod';

/** An email that never arrived, or that was reported as unwanted, as the record of whoever it went to keeps it. */
export const emailProblem = z.object({
  /** The address that it went to, in lower case. */
  address: z.string(),
  /** A sentence for whoever can correct the address. */
  reason: z.string(),
  /** ISO instant. */
  at: z.string(),
});
export type EmailProblem = z.output<typeof emailProblem>;

/** Why emails to somebody do not arrive; null when they do, and once the address is another one. */
export const emailProblemOf = ({
  email,
  emailProblem: problem,
}: {
  email: string;
  emailProblem?: EmailProblem;
}): string | null => (problem?.address === email.toLowerCase() ? problem.reason : null);
