import * as z from 'zod';
import { programPaymentTypeId } from '../programs.ts';
import { ledgerTail } from '../ledger/ledger-entry.ts';
import { announcement } from './announcement.ts';
import { paymentStatus } from './payment-status.ts';
import { shareGroup } from './share-group.ts';

/** Why a payment has its amount: enough to work it out again by hand. Amounts are cents. */
const paymentReason = z.object({
  /** Which version of the rule counted. */
  rule: z.string(),
  /** One line per step: what was counted, and what it came to. */
  steps: z.array(z.object({ what: z.string(), amount: z.int() })),
  /** How many members were counted; their ids are kept beside the payment. */
  memberCount: z.int().optional(),
  /** How many of them are of earlier months: activated after these were generated. */
  lateCount: z.int().optional(),
  /** Members beside those of the month at this payee, whose ids follow the others in the order of the groups. */
  groups: z.array(shareGroup).optional(),
  /** The members of the payment and its groups while they are few. */
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
const paymentAttempt = z.object({
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

/** What every payment has. Amounts are cents. */
const everyPayment = {
  id: z.string(),
  programTypeId: z.literal(1),
  programPaymentTypeId,
  paymentTypeId: z.int(),
  partnerId: z.string(),
  partnerNumber: z.string(),
  partnerName: z.string(),
  /** The usage period, or the month of the dues. */
  periodId: z.string(),
  totalPayment: z.int(),
  amountToBeSent: z.int(),
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
  /** Where its chain of ledger entries ends; none for a payment from before the ledger. */
  ledger: ledgerTail.nullable().optional(),
  version: z.int(),
};

/** Where the amount follows from members: how many, and what one is worth in cents; 0 where it does not. */
const countedMembers = { numberOfMembersWhoWillBePaid: z.int(), duesPaidForOneMember: z.int() };

/**
 * One payment of one of three kinds: from a partner (withdrawal), to a facility (deposit), or from or to a member. A
 * correction is an `amountToBeSent` that differs from `totalPayment` (spec 3 §4).
 */
export const payment = z.discriminatedUnion('kind', [
  z.object({
    ...everyPayment,
    kind: z.literal('partner'),
    ...countedMembers,
    monthlyInstallment: z.int(),
    adminFee: z.int(),
    startupFee: z.int(),
    renewalFee: z.int(),
    facilityAccessFee: z.int(),
    oneTimeFee: z.int(),
    oneTimeFeeReason: z.string(),
    /** 1 paid by the partner itself, 2 collected from its bank account (spec 2 §4). */
    partnerBillingTypeId: z.literal([1, 2]),
  }),
  z.object({
    ...everyPayment,
    kind: z.literal('facility'),
    ...countedMembers,
    facilityId: z.string(),
    facilityNumber: z.string(),
    facilityName: z.string(),
  }),
  z.object({
    ...everyPayment,
    kind: z.literal('member'),
    memberId: z.string(),
    memberFullName: z.string(),
    /** The home facility; null while there is none. */
    facilityId: z.string().nullable(),
    facilityNumber: z.string().nullable(),
    facilityName: z.string().nullable(),
    /** 1 directly from or to the bank account, 2 with the employee's paycheck (spec 3 §9). */
    memberBillingTypeId: z.literal([1, 2]),
    /** The email that announced this withdrawal last (withdrawal-notice.ts). */
    announced: announcement.optional(),
  }),
]);
export type Payment = z.output<typeof payment>;
export type PaymentKind = Payment['kind'];
export const paymentKinds = ['partner', 'facility', 'member'] as const satisfies readonly PaymentKind[];
export type PaymentOf<Kind extends PaymentKind> = Extract<Payment, { kind: Kind }>;
export type PartnerPayment = PaymentOf<'partner'>;
export type FacilityPayment = PaymentOf<'facility'>;
export type MemberPayment = PaymentOf<'member'>;

/** True when the payment is of the kind. */
export const isOfKind = <Kind extends PaymentKind>(one: Payment, kind: Kind): one is PaymentOf<Kind> =>
  one.kind === kind;
