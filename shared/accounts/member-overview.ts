import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { money } from '../money.ts';
import { paymentStatus } from '../payments/payment.ts';
import { programPaymentTypeId } from '../programs.ts';
import { memberRow } from '../members/member-row.ts';

/** Everything that administrators see of one member, in one place. */
export const memberOverview = z.object({
  row: memberRow,
  email: z.string(),
  /** Why emails do not arrive; null when they do. */
  emailProblem: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  partnerId: z.string(),
  partnerName: z.string(),
  invitationStatusName: z.string(),
  invitedOn: z.string().nullable(),
  enrolledOn: z.string().nullable(),
  activatedOn: z.string().nullable(),
  leavingOn: z.string().nullable(),
  /** The first dues of a waiting member that were canceled: they are collected again, or the membership ends. */
  canceledFirstDues: z.object({ periodId: z.string(), amountToBeSent: money() }).nullable(),
  /** The payments to a former member that wait for a deposit account, and the one on file (version 0 for none). */
  waitingDeposits: z
    .object({ amount: money(), count: z.int(), lastFour: z.string().nullable(), version: recordVersion })
    .nullable(),
  programPaymentTypeId: programPaymentTypeId.nullable(),
  holds: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
  /** The times at clubs, the latest first; `to` is the first day without. */
  stays: z.array(
    z.object({
      facilityId: z.string(),
      facilityName: z.string(),
      from: z.string(),
      to: z.string().nullable(),
    }),
  ),
  keyFobs: z.array(z.object({ number: z.string(), isInUse: z.boolean() })),
  /** Visits that count, by month, the latest first. */
  visits: z.array(z.object({ periodId: z.string(), count: z.int() })),
  /** Of the last twelve months and the next. */
  payments: z.array(
    z.object({
      id: z.string(),
      periodId: z.string(),
      paymentTypeName: z.string(),
      amountToBeSent: money(),
      status: paymentStatus,
      statusAt: z.string(),
    }),
  ),
  agreements: z.array(
    z.object({
      partitionKey: z.string(),
      rowKey: z.string(),
      contractNumber: z.string(),
      facilityName: z.string(),
      version: recordVersion,
      signedAt: z.string(),
    }),
  ),
  /** Events of the member, newest first. */
  history: z.array(
    z.object({ id: z.string(), when: z.string(), what: z.string(), who: z.string(), isEmail: z.boolean() }),
  ),
});
export type MemberOverview = z.output<typeof memberOverview>;
