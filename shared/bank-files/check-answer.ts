import * as z from 'zod';
import { approvalNeeded } from './approving/approval.ts';
import { money } from '../money.ts';
import { onWire } from '../wire-names.ts';
import { lineNotes } from './bank-run.ts';

const checkedLine = z.object({
  trace: z.string(),
  /** Null unless the payee is a member. */
  memberId: z.string().nullable(),
  /** Full name and number of the payee; for members, the number of the home facility. */
  name: z.string(),
  number: z.string(),
  nameOnAccount: z.string(),
  nameAtBank: z.string(),
  accountNumber: z.string(),
  amount: money(),
  notes: z.array(z.enum(lineNotes)),
});

/** Content of the confirmation popup; amounts are cents. */
export const checkAnswer = z.object({
  isAchUploadAvailable: z.boolean(),
  /** Why the payments cannot be sent; null when they can. */
  errorMessage: z.string().nullable(),
  message: z.string(),
  submitText: z.string(),
  /** SHA-256 of everything that determines the files' bytes except modifiers and traces. Sending requires this hash. */
  runHash: onWire('hash', z.string().nullable()),
  files: z.array(
    z.object({
      /** Contains a question mark for the modifier, which is assigned at sending. */
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
  /** Entries to review first, limited to one screen. */
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
  /** Waiting payments by reason, with count and total. */
  waiting: z.array(
    z.object({ reason: z.string(), count: z.int(), amount: money({ most: Number.MAX_SAFE_INTEGER }) }),
  ),
  /** The job of a large check; poll with this ID. Null otherwise. */
  jobId: z.string().nullable(),
  /** True when not all payments are counted here; the full check counts all. */
  hasMore: z.boolean(),
  hasPin: z.boolean(),
  approval: approvalNeeded,
});
export type CheckAnswer = z.output<typeof checkAnswer>;
