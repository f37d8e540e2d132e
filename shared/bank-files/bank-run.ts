import * as z from 'zod';
import { type CalendarDate, duesCollectionDate, periodName, reimbursementDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
  pending,
  sentExternally,
} from '../payments/payment-status.ts';
import type { Payment } from '../payments/payment.ts';
import { programPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import { depositRemittance, nameAtBank } from './bank-flows.ts';
import type { BankFlow } from './bank-settings.ts';

/** Which payments a run is made of; `partnerId` null means every partner. */
export const runFilter = z.object({
  flow: z.enum(['partner', 'facility', 'member']),
  programPaymentTypeID: programPaymentTypeId,
  paymentTypeID: z.int(),
  partnerId: z.string().nullable(),
  periodId: z.string(),
});
export type RunFilter = z.output<typeof runFilter>;

/** The bank's flow of a filter; refuses a payment type that the flow does not have. */
export function bankFlowOf({ flow, paymentTypeID }: RunFilter): BankFlow {
  if (flow === 'partner' && [partnerFees, partnerDues].includes(paymentTypeID)) return 'partnerWithdrawal';
  if (flow === 'facility' && paymentTypeID === facilityPayments) return 'facilityDeposit';
  if (flow === 'member' && paymentTypeID === memberDues) return 'memberDues';
  if (flow === 'member' && paymentTypeID === memberReimbursements) return 'memberReimbursement';
  throw new Refusal('invalid', 'There are no such payments to send.', 'paymentTypeID');
}

/** The day a run is due: dues and reimbursements have theirs, everything else is due as soon as it can be. */
export function dueDateOf(flow: BankFlow, periodId: string, today: CalendarDate): CalendarDate {
  if (flow === 'memberDues') return duesCollectionDate(periodId);
  return flow === 'memberReimbursement' ? reimbursementDate(periodId) : today;
}

/** What a rule needs to know of a bank account; the numbers themselves stay sealed. */
export interface KnownAccount {
  payeeToken: string;
  fingerprint: string;
  lastFour: string;
  version: number;
}

export interface ChosenLine<Account extends KnownAccount = KnownAccount> {
  payment: Payment;
  account: Account;
}
export interface LeftOut {
  name: string;
  amount: Cents;
  reason: string;
}

/** Whose account the money goes from or to. */
export const payeeNameOf = ({ kind, partnerName, facilityName, memberFullName }: Payment): string =>
  (kind === 'partner' ? partnerName : kind === 'facility' ? facilityName : memberFullName) ?? '';

/** The 705 text of a payment; only club deposits carry one. */
export const remittanceOf = (flow: BankFlow, payment: Payment): string | undefined =>
  flow === 'facilityDeposit'
    ? depositRemittance(periodName(payment.periodId), payment.numberOfMembersWhoWillBePaid)
    : undefined;

/**
 * Which payments go into a file, in the order given, and which stay out and why. Payments that were sent, canceled or
 * returned before are no part of the question and are in neither list.
 */
export function chooseLines<Account extends KnownAccount>(
  payments: readonly Payment[],
  accounts: ReadonlyMap<string, Account>,
): { lines: ChosenLine<Account>[]; leftOut: LeftOut[] } {
  const lines: ChosenLine<Account>[] = [];
  const leftOut: LeftOut[] = [];
  for (const payment of payments) {
    const account = payment.payeeToken === null ? undefined : accounts.get(payment.payeeToken);
    const reason = reasonToLeaveOut(payment, account);
    if (reason) leftOut.push({ name: payeeNameOf(payment), amount: payment.amountToBeSent, reason });
    else if (payment.status === pending && account) lines.push({ payment, account });
  }
  return { lines, leftOut };
}

function reasonToLeaveOut(payment: Payment, account: KnownAccount | undefined): string | undefined {
  const paysElsewhere = payment.kind === 'partner' && payment.partnerBillingTypeID === 1;
  if (paysElsewhere && [pending, sentExternally].includes(payment.status))
    return 'The partner pays outside of the portal.';
  if (payment.status !== pending) return undefined;
  if (payment.bankFileId !== null) return 'It is in another bank file that is on its way.';
  if (payment.amountToBeSent <= 0) return 'The amount to be sent is zero.';
  return account ? undefined : 'There is no bank account.';
}

/** What the portal remembers of the last payment it sent to a payee for a partner. */
export const lastSent = z.object({
  payeeToken: z.string(),
  series: z.string(),
  amount: z.int(),
  fingerprint: z.string(),
  sentAt: z.string(),
});
export type LastSent = z.output<typeof lastSent>;

/** Payments of one partner and type to one payee follow each other month by month. */
export const seriesOf = ({ partnerId, paymentTypeID }: Payment): string => `${partnerId}-${paymentTypeID}`;

export const lineNotes = ['new account', 'changed account', 'unusual amount', 'name changed'] as const;
export type LineNote = (typeof lineNotes)[number];

/** What an administrator should look at before sending: compared with the last time, and with the limit in cents. */
export function notesOf(
  { payment, account }: ChosenLine,
  last: LastSent | undefined,
  unusualAmount: Cents,
): LineNote[] {
  const name = payeeNameOf(payment);
  const amount = payment.amountToBeSent;
  const notes: [LineNote, boolean][] = [
    ['new account', last === undefined],
    ['changed account', last !== undefined && last.fingerprint !== account.fingerprint],
    ['unusual amount', amount > unusualAmount || (last !== undefined && amount > 3 * last.amount)],
    ['name changed', nameAtBank(name) !== name],
  ];
  return notes.filter(([, holds]) => holds).map(([note]) => note);
}
