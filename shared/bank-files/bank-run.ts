import {
  payeeNameOf,
  paymentKinds,
  type Payment,
  type PaymentKind,
  facilityPayments,
  isReserved,
  pending,
  returned,
} from '../payments/payment.ts';
import * as z from 'zod';
import type { Member } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { CalendarDate } from '../calendar.ts';
import { programPaymentTypeId, type ProgramPaymentTypeId } from '../programs.ts';
import type { Counterparts } from '../payments/refund.ts';
import { Refusal } from '../refusal.ts';
import { bankFlowRow, bankFlows, type BankFlow } from './bank-flow-table.ts';
import { nameAtBank } from './bank-flows.ts';
import type { AuthorizationEnd } from './debit-authorization.ts';
import { exclusionReason, unannouncedReason } from './exclusion.ts';
import { prenoteReason, type AccountPrenote } from './prenote.ts';
import { isRetry } from './resend.ts';
import { limitReason } from './bank-settings.ts';
import { onWire } from '../wire-names.ts';
import { storedPartnerScope, type PartnerScope } from '../ids.ts';

export const runFilter = z.object({
  flow: z.enum(paymentKinds),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeId),
  paymentTypeId: onWire('paymentTypeID', z.int()),
  partnerId: storedPartnerScope,
  periodId: z.string(),
});
export type RunFilter = z.output<typeof runFilter>;

export interface RunRequest {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId?: number;
  partnerId: PartnerScope;
  periodId: string;
}

export const runFilterOf = (
  kind: PaymentKind,
  { programPaymentTypeId, paymentTypeId = facilityPayments, partnerId, periodId }: RunRequest,
): RunFilter => ({ flow: kind, programPaymentTypeId, paymentTypeId, partnerId, periodId });

export function bankFlowOf({ flow: paymentKind, paymentTypeId }: RunFilter): BankFlow {
  const bankFlow = bankFlows.find((name) => {
    const { kind, paymentTypeIds } = bankFlowRow(name);
    return kind === paymentKind && paymentTypeIds.includes(paymentTypeId);
  });
  if (bankFlow) return bankFlow;
  throw new Refusal('invalid', 'There are no payments of this type to send.', 'paymentTypeId');
}

export interface CurrentAccount {
  payeeToken: string;
  fingerprint: string;
  lastFour: string;
  nameOnAccount: string;
  changedAt: string;
  held?: { at: string } | null | undefined;
  authorizationEnded?: AuthorizationEnd | null | undefined;
  /** ISO instant at which a replaced account becomes usable; null or past: usable now. */
  usableFrom?: string | null | undefined;
  prenote?: AccountPrenote | null | undefined;
  correctedAt?: string | null | undefined;
  version: number;
}

export interface SelectedPayment<Account extends CurrentAccount = CurrentAccount> {
  payment: Payment;
  account: Account;
}
export const excludedPayment = z.object({
  /** Null for partners and facilities. */
  memberId: z.string().nullable(),
  name: z.string(),
  amount: z.int(),
  reason: z.string(),
  /** Not a Pending payment to review: it was returned, or is in a file that is not delivered yet. */
  kind: z.enum(['returned', 'inFile']).optional(),
});
export type ExcludedPayment = z.output<typeof excludedPayment>;

/** Returns a number that distinguishes payees of the same name: partner, facility, or home facility. */
export const payeeNumberOf = (payment: Payment): string =>
  (payment.kind === 'partner' ? payment.partnerNumber : payment.facilityNumber) ?? '';

const payees: Record<PaymentKind, string> = { partner: 'partners', facility: 'clubs', member: 'members' };

export const payeesOf = (kind: PaymentKind): string => payees[kind];

export const memberIdOf = (payment: Payment): string | null =>
  payment.kind === 'member' ? payment.memberId : null;

type WaitingGroup = Pick<ExcludedPayment, 'reason' | 'kind'> & { count: number; amount: Cents };

/** Adds groups of the same reason and kind, most payments first. */
export function addedGroups(all: readonly WaitingGroup[]): WaitingGroup[] {
  const groups = new Map<string, WaitingGroup>();
  for (const group of all) {
    const key = `${group.kind ?? ''} ${group.reason}`;
    const { count, amount } = groups.get(key) ?? { count: 0, amount: 0 };
    groups.set(key, { ...group, count: count + group.count, amount: amount + group.amount });
  }
  return [...groups.values()].toSorted((left, other) => other.count - left.count);
}

export const waitingByReason = (excluded: readonly Omit<ExcludedPayment, 'memberId'>[]): WaitingGroup[] =>
  addedGroups(
    excluded.map(({ reason, amount, kind }) => ({ reason, amount, count: 1, ...(kind && { kind }) })),
  );

const kindOf = (payment: Payment): Pick<ExcludedPayment, 'kind'> =>
  isReserved(payment) ? { kind: 'inFile' } : payment.status === returned ? { kind: 'returned' } : {};

export interface ChoiceContext<Account extends CurrentAccount> {
  accounts: ReadonlyMap<string, Account>;
  members: ReadonlyMap<string, Member>;
  counterparts: Counterparts;
  /** For a closed dues period: the partners with dues in a sent file. */
  lock: { collectedOf: ReadonlySet<string> } | null;
  refundsOnly?: string | null;
  today: CalendarDate;
  at: string;
  effectiveDate: CalendarDate;
  mostOfEntry?: Cents | null;
  isSameDay?: boolean;
  waitsForPrenotes?: boolean;
}

/** Separates payments in their original order. Sent and canceled payments are in neither list. */
export function selectPayments<Account extends CurrentAccount>(
  payments: readonly Payment[],
  context: ChoiceContext<Account>,
): { selected: SelectedPayment<Account>[]; excluded: ExcludedPayment[] } {
  const { accounts, members, counterparts, lock, today, at, effectiveDate } = context;
  const { mostOfEntry = null, isSameDay = false, waitsForPrenotes, refundsOnly } = context;
  const selected: SelectedPayment<Account>[] = [];
  const excluded: ExcludedPayment[] = [];
  for (const payment of payments) {
    const account = payment.payeeToken === null ? undefined : accounts.get(payment.payeeToken);
    const member = payment.kind === 'member' ? members.get(payment.memberId) : undefined;
    const { amountToBeSent: amount } = payment;
    const reason =
      exclusionReason(payment, {
        today,
        at,
        account,
        member,
        counterparts,
        lock: lock && { today, wasCollected: lock.collectedOf.has(payment.partnerId) },
        effectiveDate,
        refundsOnly,
      }) ??
      (waitsForPrenotes && isOpen(payment) ? prenoteReason(account, today) : undefined) ??
      (isOpen(payment) ? limitReason(amount, { mostOfEntry, isSameDay }) : undefined) ??
      unannouncedReason(payment, member, effectiveDate);
    if (reason)
      excluded.push({
        memberId: memberIdOf(payment),
        name: payeeNameOf(payment),
        amount,
        reason,
        ...kindOf(payment),
      });
    else if (isOpen(payment) && account) selected.push({ payment, account });
  }
  return { selected, excluded };
}

const isOpen = ({ status }: Payment): boolean => status === pending || status === returned;

export const lastSent = z.object({
  payeeToken: z.string(),
  series: z.string(),
  amount: z.int(),
  fingerprint: z.string(),
  sentAt: z.string(),
});
export type LastSent = z.output<typeof lastSent>;

/** Returns the key that groups monthly payments of one partner and type to a payee. */
export const seriesOf = ({ partnerId, paymentTypeId }: Payment): string => `${partnerId}-${paymentTypeId}`;

export const lineNotes = [
  'retry',
  'new account',
  'changed account',
  'unusual amount',
  'name changed',
  'name shortened',
] as const;
export type LineNote = (typeof lineNotes)[number];

export function notesOf(
  { payment, account }: SelectedPayment,
  last: LastSent | undefined,
  unusualAmount: Cents,
): LineNote[] {
  const atBank = nameAtBank(account.nameOnAccount);
  const isShortened = atBank !== account.nameOnAccount && account.nameOnAccount.startsWith(atBank);
  const amount = payment.amountToBeSent;
  const notes: [LineNote, boolean][] = [
    ['retry', isRetry(payment)],
    ['new account', last === undefined],
    ['changed account', last !== undefined && last.fingerprint !== account.fingerprint],
    ['unusual amount', amount > unusualAmount || (last !== undefined && amount > 3 * last.amount)],
    ['name changed', atBank !== account.nameOnAccount && !isShortened],
    ['name shortened', isShortened],
  ];
  return notes.filter(([, holds]) => holds).map(([note]) => note);
}
