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
  type Payment,
} from '../payments/payment.ts';
import type { Direction } from './nacha/format.ts';

export interface BankFlowRow {
  label: string;
  fileLabel: string;
  kind: Payment['kind'];
  paymentTypeIds: readonly number[];
  /** Direction from the receiving account's perspective. */
  direction: Direction;
  /** Company entry description on the account holder's statement; at most 10 characters. */
  description: string;
  /** Allowed standard entry class (SEC) codes; the first is the default. */
  entryClasses: readonly [EntryClass, ...EntryClass[]];
  /** Consumers authorize these debits in the portal. */
  isAuthorizedOnline: boolean;
  promisedDate: (period: PeriodId) => CalendarDate | null;
  remittance: (payment: Payment) => string | undefined;
}
/** Company entry descriptions that the Nacha Operating Rules prescribe for reinitiated entries and for reversals. */
export const retryDescription = 'RETRY PYMT';
export const reversalDescription = 'REVERSAL';

type EntryClass = 'CCD' | 'PPD' | 'WEB';

const asSoonAsPossible = () => null;
const noRemittance = () => undefined;

export const depositRemittance = (period: PeriodId, members: number): string =>
  `${periodName(period)}: ${members} ${members === 1 ? 'member' : 'members'}`;

export const bankFlowTable = {
  partnerWithdrawal: {
    label: 'Partner withdrawals',
    fileLabel: 'partners',
    kind: 'partner',
    paymentTypeIds: [partnerFees, partnerDues],
    direction: 'debit',
    description: 'PARTNERFEE',
    entryClasses: ['CCD'],
    isAuthorizedOnline: false,
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
    isAuthorizedOnline: false,
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
    isAuthorizedOnline: true,
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
    isAuthorizedOnline: false,
    promisedDate: reimbursementDate,
    remittance: noRemittance,
  },
} as const satisfies Record<string, BankFlowRow>;

export type BankFlow = keyof typeof bankFlowTable;

export const bankFlows = Object.keys(bankFlowTable) as [BankFlow, ...BankFlow[]];

export const bankFlowOfOwner = (kind: Payment['kind']): BankFlow =>
  bankFlows.find((bankFlow) => bankFlowRow(bankFlow).kind === kind) ?? bankFlows[0];

export const bankFlowRow = (bankFlow: BankFlow): BankFlowRow => bankFlowTable[bankFlow];

/**
 * Returns true for debits of accounts that must be validated before their first use. Nacha requires it for authorizations
 * from the internet (2.5.17.4), which is how the portal obtains those of members, whatever entry class a stage selects.
 */
export const needsValidation = (bankFlow: BankFlow): boolean => bankFlowRow(bankFlow).isAuthorizedOnline;
