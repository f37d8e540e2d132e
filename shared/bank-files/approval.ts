import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { bankFlows } from './bank-flow-table.ts';
import { runFilter, type RunFilter } from './bank-run.ts';
import { onWire } from '../wire-names.ts';
import { money } from '../money.ts';

/** A first administrator's confirmation by run hash, so any change to the files voids it. Amounts are cents. */
export const approval = z.object({
  runHash: onWire('hash', z.string()),
  bankFlow: z.enum(bankFlows),
  filter: runFilter,
  /** `changed`: its payments changed. With `refused`, it is listed until the next request. */
  status: z.enum(['waiting', 'approved', 'refused', 'changed', 'void']),
  reasons: z.array(z.string()),
  note: z.string().nullable(),
  paymentCount: z.int(),
  amount: z.int(),
  effectiveDate: z.string(),
  /** Chicago date; the approval expires at the end of this day. */
  askedOn: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  approvedBy: z.string().nullable(),
  /** When and why it was refused, or that its payments changed. */
  ended: z.object({ at: z.string(), text: z.string() }).nullable().default(null),
  version: recordVersion,
});
export type Approval = z.output<typeof approval>;

export const approvalNeeded = z
  .object({
    reasons: z.array(z.string()),
    needsNote: z.boolean(),
    requestedByName: onWire('askedByName', z.string().nullable()),
    isRequestedByCaller: onWire('isRequestedByCaller', z.boolean()),
    note: z.string().nullable(),
  })
  .nullable();
export type ApprovalNeeded = z.output<typeof approvalNeeded>;

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
    requestedByName: onWire('askedByName', z.string()),
    isRequestedByCaller: onWire('isRequestedByCaller', z.boolean()),
  });
export type ApprovalRow = z.output<typeof approvalRow>;

/** Returns the page address of the payments of a filter; `review` opens their confirmation. */
export function addressOfPayments(filter: RunFilter, { review = false } = {}): string {
  const { flow: paymentKind, programPaymentTypeId, paymentTypeId, partnerId, periodId } = filter;
  const query = new URLSearchParams({
    program: String(programPaymentTypeId),
    type: String(paymentTypeId),
    period: periodId,
    partner: partnerId,
    ...(review && { review: 'open' }),
  });
  return `/admin/wellnessprogrampayments/${paymentKind}payments?${query.toString()}`;
}
