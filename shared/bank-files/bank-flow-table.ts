import {
  duesCollectionDate,
  periodName,
  reimbursementDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
} from '../payments/payment-status.ts';
import type { Payment } from '../payments/payment.ts';
import type { Direction } from './nacha-codes.ts';

/** Everything that makes one bank flow differ from another. */
export interface BankFlowRow {
  /** What the flow is called on screens, and in the name of a file. */
  label: string;
  fileLabel: string;
  /** Its payments: whose they are, and their types. */
  kind: Payment['kind'];
  paymentTypeIds: readonly number[];
  /** Which way the money moves, seen from the account it reaches. */
  direction: Direction;
  /** What the holder of the account reads (company entry description, at most 10 characters). */
  description: string;
  /** The standard entry classes that the settings may choose from, the default first. */
  entryClasses: readonly [EntryClass, ...EntryClass[]];
  /** The day that was promised for a month's payments; null where they move as soon as they can. */
  promisedDate: (period: PeriodId) => CalendarDate | null;
  /** The 705 text of a payment; undefined where entries carry none. */
  remittance: (payment: Payment) => string | undefined;
}
type EntryClass = 'CCD' | 'PPD' | 'WEB';

const asSoonAsPossible = () => null;
const noRemittance = () => undefined;

/** What a facility deposit says about itself: period and member count, for its 705 addenda. */
export const depositRemittance = (period: PeriodId, members: number): string =>
  `${periodName(period)}: ${members} ${members === 1 ? 'member' : 'members'}`;

/** The bank flows, a row each: a flow is added here and nowhere else. */
export const bankFlowTable = {
  partnerWithdrawal: {
    label: 'Partner withdrawals',
    fileLabel: 'partners',
    kind: 'partner',
    paymentTypeIds: [partnerFees, partnerDues],
    direction: 'debit',
    description: 'PARTNERFEE',
    entryClasses: ['CCD'],
    promisedDate: asSoonAsPossible,
    remittance: noRemittance,
  },
  facilityDeposit: {
    label: 'Club deposits',
    fileLabel: 'clubs',
    kind: 'facility',
    paymentTypeIds: [facilityPayments],
    direction: 'credit',
    description: 'CLUBDEPOST',
    entryClasses: ['CCD'],
    promisedDate: asSoonAsPossible,
    remittance: (payment) =>
      payment.kind === 'facility'
        ? depositRemittance(payment.periodId, payment.numberOfMembersWhoWillBePaid)
        : undefined,
  },
  memberDues: {
    label: 'Member dues',
    fileLabel: 'dues',
    kind: 'member',
    paymentTypeIds: [memberDues],
    direction: 'debit',
    description: 'DUES',
    entryClasses: ['WEB', 'PPD'],
    promisedDate: duesCollectionDate,
    remittance: noRemittance,
  },
  memberReimbursement: {
    label: 'Member reimbursements',
    fileLabel: 'reimbursements',
    kind: 'member',
    paymentTypeIds: [memberReimbursements],
    direction: 'credit',
    description: 'REIMBURSE',
    entryClasses: ['PPD'],
    promisedDate: reimbursementDate,
    remittance: noRemittance,
  },
} as const satisfies Record<string, BankFlowRow>;

export type BankFlow = keyof typeof bankFlowTable;

/** The names of the flows, as they are stored. */
export const bankFlows = Object.keys(bankFlowTable) as [BankFlow, ...BankFlow[]];

/** The flow that the owner of an account has first; a member's deposits are another. */
export const bankFlowOfOwner = (kind: Payment['kind']): BankFlow =>
  bankFlows.find((flow) => bankFlowRow(flow).kind === kind) ?? bankFlows[0];

/** The row of a flow. */
export const bankFlowRow = (flow: BankFlow): BankFlowRow => bankFlowTable[flow];
