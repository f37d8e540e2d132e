import * as z from 'zod';

/** Returned entry as counted in a return rate; amounts are cents. */
export const returnedEntry = z.object({
  trace: z.string(),
  at: z.string(),
  code: z.string(),
  name: z.string(),
  lastFour: z.string(),
  amount: z.int(),
  paymentId: z.string(),
  /** Null for partners, facilities, and entries returned before this attribute was stored. */
  memberId: z.string().nullable().default(null),
  /** The file that contained the entry, and the file with its return. */
  bankFileId: z.string(),
  inboxFileId: z.string(),
});
export type ReturnedEntry = z.output<typeof returnedEntry>;
