import * as z from 'zod';
import { approvalNeeded } from './approving/approval.ts';
import { money } from '../money.ts';
import { onWire } from '../wire-names.ts';
import { lineNotes } from './bank-run.ts';

/** One payment of a file that is looked at before it is sent. */
const checkedLine = z.object({
  trace: z.string(),
  /** Null where the payee is no member. */
  memberId: z.string().nullable(),
  /** The payee's full name and number (a facility's, a partner's, a member's home club's). */
  name: z.string(),
  number: z.string(),
  nameOnAccount: z.string(),
  /** The 22 letters that the bank sees. */
  nameAtBank: z.string(),
  accountNumber: z.string(),
  amount: money(),
  notes: z.array(z.enum(lineNotes)),
});

/** What the confirmation popup shows before a PIN is asked for; amounts are cents inside. */
export const checkAnswer = z.object({
  isAchUploadAvailable: z.boolean(),
  /** Why nothing can be sent; null when it can. */
  errorMessage: z.string().nullable(),
  message: z.string(),
  submitText: z.string(),
  /** SHA-256 over everything that decides the files' bytes but their modifiers and traces; sending confirms it. */
  runHash: onWire('hash', z.string().nullable()),
  files: z.array(
    z.object({
      /** With a question mark for the modifier, which is assigned at sending. */
      name: z.string(),
      fileHash: onWire('hash', z.string()),
      paymentCount: z.int(),
      debit: money({ most: Number.MAX_SAFE_INTEGER }),
      credit: money({ most: Number.MAX_SAFE_INTEGER }),
    }),
  ),
  paymentCount: z.int(),
  totals: z.object({
    debit: money({ most: Number.MAX_SAFE_INTEGER }),
    credit: money({ most: Number.MAX_SAFE_INTEGER }),
  }),
  effectiveDate: z.string().nullable(),
  counts: z.object({
    newAccounts: z.int(),
    changedAccounts: z.int(),
    unusualAmounts: z.int(),
    changedNames: z.int(),
    shortenedNames: z.int(),
  }),
  /** The lines to look at first, then the others, as many as fit a screen. */
  lines: z.array(checkedLine),
  excluded: z.array(
    z.object({
      memberId: z.string().nullable(),
      name: z.string(),
      amount: money(),
      reason: z.string(),
    }),
  ),
  excludedCount: z.int(),
  /** What waits, by its sentence: how many payments and what they come to. */
  waiting: z.array(
    z.object({ reason: z.string(), count: z.int(), amount: money({ most: Number.MAX_SAFE_INTEGER }) }),
  ),
  /** The job that checks what is too much for a call; ask again with its id when it is done. Null otherwise. */
  jobId: z.string().nullable(),
  /** There are more payments than are counted here: the check counts them all. */
  hasMore: z.boolean(),
  hasPin: z.boolean(),
  approval: approvalNeeded,
});
export type CheckAnswer = z.output<typeof checkAnswer>;
