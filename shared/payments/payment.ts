import * as z from 'zod';
import { programPaymentTypeId } from '../programs.ts';
import { paymentStatus } from './payment-status.ts';
import { onWire } from '../wire-names.ts';

/** Why a payment has its amount: enough to work it out again by hand. Amounts are cents. */
export const paymentReason = z.object({
  /** Which version of the rule counted. */
  rule: z.string(),
  /** One line per step: what was counted, and what it came to. */
  steps: z.array(z.object({ what: z.string(), amount: z.int() })),
  /** How many members were counted; their ids are kept beside the payment. */
  memberCount: z.int().optional(),
  /** How many of them, the last ones, are of the month before: activated after its payment was generated. */
  lateCount: z.int().optional(),
  /** The counted members themselves while they are few. */
  memberIds: z.array(z.string()).optional(),
  /** The version of the program's terms that was in force in the month. */
  terms: z.object({ number: z.int(), fromPeriod: z.string() }).optional(),
  /** Tells one set of counted members from another, when their ids are kept beside the payment. */
  membersDigest: z.string().optional(),
});
export type PaymentReason = z.output<typeof paymentReason>;

/**
 * One time that a payment went to the bank. A retry is an attempt of its own, with its own file and trace number.
 */
export const paymentAttempt = z.object({
  bankFileId: z.string().nullable(),
  /** The entry's trace number in that file; null where it is not known. */
  trace: z.string().nullable(),
  /** ISO instant of submission. */
  at: z.string(),
  /** Cents. */
  amount: z.int(),
  /** When the bank returned it, and its code; null while it did not. */
  returned: z.object({ at: z.string(), code: z.string().nullable() }).nullable(),
});
export type PaymentAttempt = z.output<typeof paymentAttempt>;

/**
 * One payment: from a partner (withdrawal), to a club (deposit), or from or to a member. Amounts are cents.
 * A correction is an `amountToBeSent` that differs from `totalPayment` (spec 3 §4).
 */
export const payment = z.object({
  id: z.string(),
  kind: z.enum(['partner', 'facility', 'member']),
  programTypeId: onWire('programTypeID', z.literal(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeId),
  paymentTypeId: onWire('paymentTypeID', z.int()),
  partnerId: z.string(),
  partnerNumber: onWire('partnerIDNumber', z.string()),
  partnerName: z.string(),
  /** The club of a facility payment or of a member's home club. */
  facilityId: z.string().nullable(),
  facilityNumber: onWire('facilityIDNumber', z.string().nullable()),
  facilityName: z.string().nullable(),
  memberId: z.string().nullable(),
  memberFullName: z.string().nullable(),
  /** The usage period, or the month of the dues. */
  periodId: z.string(),
  monthlyInstallment: z.int(),
  adminFee: z.int(),
  startupFee: z.int(),
  renewalFee: z.int(),
  facilityAccessFee: z.int(),
  oneTimeFee: z.int(),
  oneTimeFeeReason: z.string(),
  numberOfMembersWhoWillBePaid: z.int(),
  duesPaidForOneMember: z.int(),
  totalPayment: z.int(),
  amountToBeSent: z.int(),
  partnerBillingTypeId: onWire('partnerBillingTypeID', z.literal([1, 2])),
  /** Of a member's payment (spec 3 §9): 1 directly from or to the bank account, 2 with the employee's paycheck. */
  memberBillingTypeId: onWire('memberBillingTypeID', z.literal([1, 2]).optional()),
  /** The payee whose account the money goes from or to; null when there is no account yet. */
  payeeToken: z.string().nullable(),
  status: paymentStatus,
  /** ISO instant of the last change of status. */
  statusAt: z.string(),
  /** The bank file that the payment is reserved for or went out in; null again once it was returned. */
  bankFileId: z.string().nullable(),
  /** Every time it went to the bank, in order. */
  attempts: z.array(paymentAttempt).default([]),
  /** The run that made or last changed it. */
  generationId: z.string(),
  reason: paymentReason,
  version: z.int(),
});
export type Payment = z.output<typeof payment>;
