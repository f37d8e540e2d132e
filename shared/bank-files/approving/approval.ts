import * as z from 'zod';
import { bankFlows } from '../bank-flow-table.ts';
import { runFilter } from '../bank-run.ts';
import { onWire } from '../../wire-names.ts';
import { money } from '../../money.ts';

/**
 * One administrator's confirmation of a run that needs a second: found by the hash that both confirm, so whatever changes
 * the files makes it void. Amounts are cents.
 */
export const approval = z.object({
  runHash: onWire('hash', z.string()),
  bankFlow: z.enum(bankFlows),
  filter: runFilter,
  status: z.enum(['waiting', 'approved', 'void']),
  /** Why it needs two, a sentence each. */
  reasons: z.array(z.string()),
  /** Why a run that repeats another is meant. */
  note: z.string().nullable(),
  paymentCount: z.int(),
  amount: z.int(),
  effectiveDate: z.string(),
  /** The day in Chicago on which it can be approved. */
  askedOn: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  approvedBy: z.string().nullable(),
  version: z.int(),
});
export type Approval = z.output<typeof approval>;

/** What a run needs before it is sent: null where one administrator is enough. */
export const approvalNeeded = z
  .object({
    reasons: z.array(z.string()),
    /** It repeats another file, so who asks says why. */
    needsNote: z.boolean(),
    /** Who confirmed it first; null while nobody has. */
    askedByName: z.string().nullable(),
    isAskedByCaller: z.boolean(),
    note: z.string().nullable(),
  })
  .nullable();
export type ApprovalNeeded = z.output<typeof approvalNeeded>;

/** A run that waits for a second administrator, as people see it. */
export const approvalRow = approval
  .pick({
    runHash: true,
    bankFlow: true,
    filter: true,
    reasons: true,
    note: true,
    paymentCount: true,
    effectiveDate: true,
    askedAt: true,
  })
  .extend({
    amount: money({ most: Number.MAX_SAFE_INTEGER }),
    askedByName: z.string(),
    isAskedByCaller: z.boolean(),
  });
export type ApprovalRow = z.output<typeof approvalRow>;
