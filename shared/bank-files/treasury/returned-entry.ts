import * as z from 'zod';

/** An entry that came back, as a return rate counts it; amounts are cents. */
export const returnedEntry = z.object({
  trace: z.string(),
  /** When it came back. */
  at: z.string(),
  code: z.string(),
  name: z.string(),
  lastFour: z.string(),
  amount: z.int(),
  paymentId: z.string(),
  /** Whose payment it was; null of a partner or a club, and of entries that came back before this was kept. */
  memberId: z.string().nullable().default(null),
  /** The file that it went out in, and the one that it came back in. */
  bankFileId: z.string(),
  inboxFileId: z.string(),
});
export type ReturnedEntry = z.output<typeof returnedEntry>;
