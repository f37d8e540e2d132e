import * as z from 'zod';
import type { Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import { pending } from '../payments/payment-status.ts';
import type { Payment } from '../payments/payment.ts';
import { programPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import { bankFlowRow, bankFlows, type BankFlow } from './bank-flow-table.ts';
import { nameAtBank } from './bank-flows.ts';
import { exclusionReason, type DuesLock } from './exclusion.ts';
import { onWire } from '../wire-names.ts';
import { storedPartnerScope } from '../ids.ts';

/** Which payments a run is made of; of one partner or of all. */
export const runFilter = z.object({
  flow: z.enum(['partner', 'facility', 'member']),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeId),
  paymentTypeId: onWire('paymentTypeID', z.int()),
  partnerId: storedPartnerScope,
  periodId: z.string(),
});
export type RunFilter = z.output<typeof runFilter>;

/** The bank's flow of a filter; refuses a payment type that the flow does not have. */
export function bankFlowOf({ flow, paymentTypeId }: RunFilter): BankFlow {
  const found = bankFlows.find((name) => {
    const { kind, paymentTypeIds } = bankFlowRow(name);
    return kind === flow && paymentTypeIds.includes(paymentTypeId);
  });
  if (found) return found;
  throw new Refusal('invalid', 'There are no payments of this type to send.', 'paymentTypeId');
}

/** What a rule needs to know of a bank account; the numbers themselves stay sealed. */
export interface KnownAccount {
  payeeToken: string;
  fingerprint: string;
  lastFour: string;
  nameOnAccount: string;
  version: number;
}

export interface SelectedPayment<Account extends KnownAccount = KnownAccount> {
  payment: Payment;
  account: Account;
}
export interface ExcludedPayment {
  name: string;
  amount: Cents;
  reason: string;
}

/**
 * Who is paid or pays, by the kind of payment: the name, the number that tells two of one name apart, and the plural.
 */
const payees: Record<Payment['kind'], { name: NullableField; number: NullableField; all: string }> = {
  partner: { name: 'partnerName', number: 'partnerNumber', all: 'partners' },
  facility: { name: 'facilityName', number: 'facilityNumber', all: 'clubs' },
  member: { name: 'memberFullName', number: 'facilityNumber', all: 'members' },
};
type NullableField = 'partnerName' | 'partnerNumber' | 'facilityName' | 'facilityNumber' | 'memberFullName';

/** Whose account the money goes from or to. */
export const payeeNameOf = (payment: Payment): string => payment[payees[payment.kind].name] ?? '';

/** The number of the partner or facility of a payment; a member's home club's. Empty where there is none. */
export const payeeNumberOf = (payment: Payment): string => payment[payees[payment.kind].number] ?? '';

/** Payees of a kind as a sentence names them: "partners". */
export const payeesOf = (kind: Payment['kind']): string => payees[kind].all;

/** What is known beside the payments when they are chosen, by payee token and by member id. */
export interface ChoiceContext<Account extends KnownAccount> {
  accounts: ReadonlyMap<string, Account>;
  members: ReadonlyMap<string, Member>;
  lock: DuesLock | null;
}

/**
 * Which payments go into a file, in the order given, and which stay out and why. Payments that were sent, canceled or
 * returned before are no part of the question and are in neither list.
 */
export function selectPayments<Account extends KnownAccount>(
  payments: readonly Payment[],
  { accounts, members, lock }: ChoiceContext<Account>,
): { lines: SelectedPayment<Account>[]; leftOut: ExcludedPayment[] } {
  const lines: SelectedPayment<Account>[] = [];
  const leftOut: ExcludedPayment[] = [];
  for (const payment of payments) {
    const account = payment.payeeToken === null ? undefined : accounts.get(payment.payeeToken);
    const member = payment.memberId === null ? undefined : members.get(payment.memberId);
    const reason = exclusionReason(payment, { hasAccount: account !== undefined, member, lock });
    if (reason) leftOut.push({ name: payeeNameOf(payment), amount: payment.amountToBeSent, reason });
    else if (payment.status === pending && account) lines.push({ payment, account });
  }
  return { lines, leftOut };
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
export const seriesOf = ({ partnerId, paymentTypeId }: Payment): string => `${partnerId}-${paymentTypeId}`;

export const lineNotes = [
  'new account',
  'changed account',
  'unusual amount',
  'name changed',
  'name shortened',
] as const;
export type LineNote = (typeof lineNotes)[number];

/** What an administrator should look at before sending: compared with the last time, and with the limit in cents. */
export function notesOf(
  { payment, account }: SelectedPayment,
  last: LastSent | undefined,
  unusualAmount: Cents,
): LineNote[] {
  const atBank = nameAtBank(account.nameOnAccount);
  const isShortened = atBank !== account.nameOnAccount && account.nameOnAccount.startsWith(atBank);
  const amount = payment.amountToBeSent;
  const notes: [LineNote, boolean][] = [
    ['new account', last === undefined],
    ['changed account', last !== undefined && last.fingerprint !== account.fingerprint],
    ['unusual amount', amount > unusualAmount || (last !== undefined && amount > 3 * last.amount)],
    ['name changed', atBank !== account.nameOnAccount && !isShortened],
    ['name shortened', isShortened],
  ];
  return notes.filter(([, holds]) => holds).map(([note]) => note);
}
