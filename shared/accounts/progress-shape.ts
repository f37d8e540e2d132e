import * as z from 'zod';
import { onWire } from '../wire-names.ts';
import { movement, plannedWithdrawal } from './next-withdrawal.ts';

/** A month on its way to its reimbursement. */
const monthProgress = z.object({
  periodId: z.string(),
  visits: z.int(),
  required: z.int(),
  message: onWire('sentence', z.string()),
});
export type MonthProgress = z.output<typeof monthProgress>;

/** How far a membership is on its way to the reimbursement, and what is withdrawn and paid next. */
export const progress = z.object({
  memberId: onWire('memberGuid', z.string()),
  partnerName: z.string(),
  /** Visits of the current month that count so far, whether a reimbursement follows or not. */
  visitsSoFar: z.int(),
  /** Null where the program reimburses nothing in the current month. */
  current: monthProgress.nullable(),
  /** The month before, until it is paid. */
  previous: monthProgress.nullable(),
  nextWithdrawal: plannedWithdrawal.nullable(),
  /** True until the first dues are submitted: the next withdrawal is the one that activates the membership. */
  isWaitingForFirstPayment: z.boolean(),
  nextReimbursement: movement.nullable(),
});
export type Progress = z.output<typeof progress>;
