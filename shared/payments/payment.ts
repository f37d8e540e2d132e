import * as z from 'zod';
import { type ProgramPaymentTypeId, programPaymentTypeId } from '../programs.ts';
import { recordVersion } from '../ids.ts';
import { shareGroup } from './share-group.ts';

/** Sortable columns of the partner payments table; the first is the default (spec 3 §9). */
export const partnerColumns = [
  'partnerNumber',
  'partnerName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const satisfies readonly (keyof PartnerPayment)[];

export const facilityColumns = [
  'partnerNumber',
  'partnerName',
  'facilityNumber',
  'facilityName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const satisfies readonly (keyof FacilityPayment)[];

/** Sortable columns of the member payments table; the first is the specified default. */
export const memberColumns = [
  'memberFullName',
  'facilityNumber',
  'amountToBeSent',
  'paymentStatusId',
] as const satisfies readonly (keyof MemberPayment | 'paymentStatusId')[];

/** Payment statuses with their labels and colors (spec 3 §4). `short` is the part of the label shown in narrow columns. */
export const paymentStatuses = [
  { id: 0, name: 'Pending', short: 'Pending', color: 'yellow' },
  { id: 1, name: 'Received by US Bank', short: 'Received', color: 'orange' },
  { id: 2, name: 'Submitted to ACH', short: 'Submitted', color: 'orange' },
  { id: 3, name: 'Returned by US Bank', short: 'Returned', color: 'beet' },
  { id: 4, name: 'Canceled by HC', short: 'Canceled', color: 'beet' },
  { id: 5, name: 'Request completed', short: 'completed', color: 'green' },
  { id: 6, name: 'Sent Externally', short: 'Externally', color: 'green' },
] as const;

export const paymentStatus = z.literal([0, 1, 2, 3, 4, 5, 6]);
export type PaymentStatus = z.output<typeof paymentStatus>;

/** Returns the display name of a status, such as "Submitted to ACH". */
export const paymentStatusName = (status: PaymentStatus): string =>
  paymentStatuses.find(({ id }) => id === status)?.name ?? '';

export const pending = 0;
export const received = 1;
export const submitted = 2;
export const returned = 3;
export const canceled = 4;
export const completed = 5;
export const sentExternally = 6;

/** The payment method of a member (spec 3 §9). */
export const byBankAccount = 1;
export const byPaycheck = 2;

/** Payment type ids (spec 1 §3). */
export const paymentTypes = [
  { id: 1, name: 'Reimbursements' },
  { id: 2, name: 'Facility fees' },
  { id: 3, name: 'GM facility payments' },
  { id: 4, name: 'GM partner fees' },
  { id: 5, name: 'GM partner dues' },
  { id: 6, name: 'GM member dues' },
  { id: 7, name: 'GM member reimbursements' },
  { id: 8, name: 'GM partner reimbursements' },
] as const;
export const facilityPayments = 3;
export const partnerFees = 4;
export const partnerDues = 5;
export const memberDues = 6;
export const memberReimbursements = 7;
export const partnerReimbursements = 8;

/** The parts of a payment ID: payee, payment type, and month. */
export type PaymentName = {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: string;
  periodId: string;
} & ({ kind: 'partner' } | { kind: 'facility'; facilityId: string } | { kind: 'member'; memberId: string });

/**
 * Returns the member of a payment ID; null for partner and facility payments and for values that are not payment IDs
 * (accounts in a prenote file). Partner IDs contain no dash.
 */
export const memberOfPaymentId = (id: string): string | null =>
  /^M-[1-3]-\d+-[^-]+-(.+)-\d{6}(?:-dues|-late)?$/.exec(id)?.[1] ?? null;

const letters = { partner: 'P', facility: 'F', member: 'M' } as const;

/**
 * Returns a deterministic ID so that creating the same payment twice results in one payment: `P-1-4-12-202610` is what
 * partner 12 owes for October.
 */
export const paymentIdOf = (name: PaymentName): string =>
  [
    letters[name.kind],
    name.programPaymentTypeId,
    name.paymentTypeId,
    name.partnerId,
    ...(name.kind === 'facility' ? [name.facilityId] : []),
    ...(name.kind === 'member' ? [name.memberId] : []),
    name.periodId,
  ].join('-');

/** End of a payment's chain of entries. A payment that is deleted and created again starts a new life. */
export const ledgerTail = z.object({ life: z.string(), sequence: z.int(), hash: z.string() });
export type LedgerTail = z.output<typeof ledgerTail>;

/** The email that announced a withdrawal: its amount in cents, its earliest and latest day, and the day it was sent. */
export const announcement = z.object({
  amount: z.int(),
  from: z.string(),
  until: z.string(),
  sentOn: z.string(),
});
export type Announcement = z.output<typeof announcement>;

/** Explains the amount in enough detail to recalculate it manually. Amounts are in cents. */
const paymentReason = z.object({
  /** The version of the rule. */
  rule: z.string(),
  steps: z.array(
    z.object({
      what: z.string(),
      amount: z.int(),
      /** The earlier month that the step adjusts (visit-adjustment.ts). */
      periodId: z.string().optional(),
    }),
  ),
  /** The number of members; their IDs are stored separately. */
  memberCount: z.int().optional(),
  /** The number of members of earlier months, activated after those months were generated. */
  lateCount: z.int().optional(),
  /** Other member groups of this payee. Their IDs follow those of the month's members, in the order of the groups. */
  groups: z.array(shareGroup).optional(),
  /** The IDs of all members of the payment, while they are few. */
  memberIds: z.array(z.string()).optional(),
  /** The version of the group membership that applied in the month. */
  terms: z.object({ number: z.int(), fromPeriod: z.string() }).optional(),
  /** Identifies the set of counted members if their IDs are stored separately. */
  membersDigest: z.string().optional(),
});
export type PaymentReason = z.output<typeof paymentReason>;

/** One submission to the bank. A retry is a separate attempt with its own file and trace number. */
const paymentAttempt = z.object({
  bankFileId: z.string().nullable(),
  /** The entry's trace number in the file, or null if unknown. */
  trace: z.string().nullable(),
  /** ISO instant of submission. */
  at: z.string(),
  /** Cents. */
  amount: z.int(),
  /** When and why the bank returned it, or null. */
  returned: z.object({ at: z.string(), code: z.string().nullable() }).nullable(),
});
export type PaymentAttempt = z.output<typeof paymentAttempt>;

/** A canceled or reversed payment that is sent again, and the attempt that it replaces. */
const paidAgain = z.object({
  at: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  approvedBy: z.string(),
  /** The approved amount in cents, the maximum of later corrections; absent in older records. */
  amount: z.int().optional(),
  /** When the payment was canceled or reversed, and the trace number of the reversed entry. */
  replaces: z.object({ canceledAt: z.string(), trace: z.string().nullable() }),
});
export type PaidAgain = z.output<typeof paidAgain>;

/** Properties of every payment. Amounts are in cents. */
const everyPayment = {
  id: z.string(),
  programTypeId: z.literal(1),
  programPaymentTypeId,
  paymentTypeId: z.int(),
  partnerId: z.string(),
  partnerNumber: z.string(),
  partnerName: z.string(),
  /** True for a payment of a test partner: never in a bank file, the ledger, or a sum of several partners. */
  isTest: z.boolean().optional(),
  /** The usage period or the month of the dues. */
  periodId: z.string(),
  totalPayment: z.int(),
  amountToBeSent: z.int(),
  /** The payee with the debited or credited account, or null if there is no account yet. */
  payeeToken: z.string().nullable(),
  status: paymentStatus,
  /** ISO instant of the last status change. */
  statusAt: z.string(),
  /** The bank file that the payment is reserved for or was sent in, or null after a return. */
  bankFileId: z.string().nullable(),
  /** Attempts, oldest first. */
  attempts: z.array(paymentAttempt).default([]),
  paidAgain: paidAgain.optional(),
  /** The first administrator's request to pay a canceled payment again. */
  payAgainRequest: z
    .object({ reason: z.string(), requestedBy: z.string(), requestedAt: z.string() })
    .nullable()
    .optional(),
  /** Canceled because dues of a former member are not collected; Pending again if they are collected after all. */
  isUnpaidMonth: z.boolean().optional(),
  /** The generation that created or last changed the payment. */
  generationId: z.string(),
  reason: paymentReason,
  /** The end of the payment's ledger chain; absent for payments older than the ledger. */
  ledger: ledgerTail.nullable().optional(),
  version: recordVersion,
};

/** For amounts that depend on members: their number and the dues per member in cents; otherwise 0. */
const countedMembers = { numberOfMembersWhoWillBePaid: z.int(), duesPaidForOneMember: z.int() };

/**
 * A payment from a partner (withdrawal), to a facility (deposit), or from or to a member. A correction is an
 * `amountToBeSent` that differs from `totalPayment` (spec 3 §4).
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
    /** 1 paid by the partner, 2 collected from its bank account (spec 2 §4). */
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
    /** The home facility, or null. */
    facilityId: z.string().nullable(),
    facilityNumber: z.string().nullable(),
    facilityName: z.string().nullable(),
    /** 1 by bank account, 2 by paycheck (spec 3 §9). */
    memberBillingTypeId: z.literal([1, 2]),
    /** The last email that announced this withdrawal (withdrawal-notice.ts). */
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

export const isOfKind = <Kind extends PaymentKind>(record: Payment, kind: Kind): record is PaymentOf<Kind> =>
  record.kind === kind;

export function payeeNameOf(payment: Payment): string {
  if (payment.kind === 'partner') return payment.partnerName;
  return payment.kind === 'facility' ? payment.facilityName : payment.memberFullName;
}

export type PaymentState = Pick<Payment, 'status' | 'bankFileId'>;

/** Returns true while the payment is in a file: its bytes are fixed until it is sent or released. */
export const isReserved = ({ status, bankFileId }: PaymentState): boolean =>
  bankFileId !== null && (status === pending || status === returned);

/** Returns true if the payment was sent, paid outside the portal, or is in a bank file, even if it came back since. */
export const isSentOrReserved = ({
  status,
  bankFileId,
  attempts,
}: Pick<Payment, 'status' | 'bankFileId' | 'attempts'>): boolean =>
  bankFileId !== null || attempts.length > 0 || (status !== pending && status !== canceled);

/** Returns true if the payment was in a sent bank file, even if it came back or was canceled since. */
export const wasInSentFile = ({
  status,
  bankFileId,
  attempts,
}: Pick<Payment, 'status' | 'bankFileId' | 'attempts'>): boolean =>
  attempts.length > 0 ||
  (bankFileId !== null && status !== pending) ||
  [submitted, received, completed, returned].some((sent) => sent === status);
