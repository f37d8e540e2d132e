import * as z from 'zod';
import { isDebit } from '../../shared/bank-files/debit-authorization.ts';
import { addPeriods } from '../../shared/calendar.ts';
import { debitError, returnsOf } from '../../shared/ledger/debit-error.ts';
import { isPosted } from '../../shared/ledger/payment-steps.ts';
import {
  beginProof,
  endProof,
  proofState,
  proveEntry,
  provePayment,
  type GroupProof,
  type ProofState,
} from '../../shared/ledger/proof.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
  paymentIdOf,
  isOfKind,
  type Payment,
} from '../../shared/payments/payment.ts';
import { isDuesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { duesIdsOf, repaidDuesId } from '../../shared/payments/refund.ts';
import { programPaymentTypes } from '../../shared/programs.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import { attemptsOf } from '../bank-files/entry-store.ts';
import { sentEntriesNow } from '../bank-files/sent-entry-store.ts';
import { pagesOfPayments } from '../payments/lists/payment-list-store.ts';
import { loadPayments } from '../payments/store.ts';
import { entriesOfGroup, hashOf, withoutEntries } from './posting/entry-store.ts';

export const postedTypes = [
  partnerFees,
  partnerDues,
  facilityPayments,
  memberDues,
  memberReimbursements,
] as const;
type PostedType = (typeof postedTypes)[number];

export interface Group {
  partnerId: string;
  periodId: string;
  paymentTypeId: PostedType;
}

/** The payment list of a group (one per program payment type), and the cursor after its last page. */
interface PaymentsPosition {
  list: number;
  after: string | null;
}

/** Returns a page of a group's payments from the lists of all program payment types; `next` is null at the end. */
async function pageOfPayments(
  { partnerId, periodId, paymentTypeId }: Group,
  { list, after }: PaymentsPosition,
  pageSize: number,
): Promise<{ rows: Payment[]; next: PaymentsPosition | null }> {
  if (paymentTypeId === partnerFees || paymentTypeId === partnerDues) {
    const ids = programPaymentTypes.map(({ id: programPaymentTypeId }) =>
      paymentIdOf({ kind: 'partner', programPaymentTypeId, paymentTypeId, partnerId, periodId }),
    );
    return { rows: await loadPayments(ids), next: null };
  }
  const programPaymentTypeId = programPaymentTypes[list]?.id;
  if (programPaymentTypeId === undefined) return { rows: [], next: null };
  const which = { programPaymentTypeId, paymentTypeId, periodId, partnerId };
  const kind = paymentTypeId === facilityPayments ? 'facility' : 'member';
  const pages = pagesOfPayments(kind, which, { after, pageSize });
  const page = await pages.next();
  const cursor = page.done ? null : page.value.cursor;
  const isLast = cursor === null && list + 1 >= programPaymentTypes.length;
  return {
    rows: page.done ? [] : page.value.rows,
    next: isLast ? null : cursor === null ? { list: list + 1, after: null } : { list, after: cursor },
  };
}

/** Page sizes; a step of the nightly proof ends after this many. */
export const proofLimits = { entries: 1000, payments: 500 };

/** Position in a group: first all entries, then all payments. */
export const groupPosition = z.object({
  reads: z.enum(['entries', 'payments']),
  list: z.int(),
  after: z.string().nullable(),
  state: proofState,
});
type GroupPosition = z.output<typeof groupPosition>;

export const beginGroup = (): GroupPosition => ({
  reads: 'entries',
  list: 0,
  after: null,
  state: beginProof(),
});

/** Number of rows read, and the next position; null after the last. */
interface Part {
  read: number;
  state: ProofState;
  next: GroupPosition | null;
}

/**
 * Proves the next part of a group. A part with differences is read twice, because concurrent changes look like
 * differences.
 */
export async function provePart(group: Group, position: GroupPosition): Promise<Part> {
  const readPart = position.reads === 'entries' ? readEntries : readPayments;
  const first = await readPart(group, position);
  return first.state.findingCount === position.state.findingCount ? first : readPart(group, position);
}

/** Returns a copy that proving changes; entries and balances are replaced, not changed. */
const copyOf = (state: ProofState): ProofState => ({
  ...state,
  sums: { ...state.sums },
  findings: [...state.findings],
});

/** Proves a page of entries: hash, chain, and balance of each, and completed chains against their payments. */
async function readEntries(group: Group, { after, state: before }: GroupPosition): Promise<Part> {
  const state = copyOf(before);
  const { entries, last } = await entriesOfGroup(group, after ?? undefined, proofLimits.entries);
  const tails = entries.flatMap((entry) => proveEntry(state, entry, hashOf(entry)) ?? []);
  if (last === null && state.open) {
    tails.push(state.open);
    state.open = null;
  }
  const stored = new Map(
    (await loadPayments(tails.map(({ paymentId }) => paymentId))).map((payment) => [payment.id, payment]),
  );
  const counterparts = await counterpartsOf([...stored.values()]);
  for (const tail of tails)
    provePayment(state, tail, stored.get(tail.paymentId), counterparts(tail.paymentId));
  const next =
    last === null
      ? { reads: 'payments' as const, list: 0, after: null, state }
      : { reads: 'entries' as const, list: 0, after: last, state };
  return { read: entries.length, state, next };
}

/** Loads what payments are compared with, by payment ID. */
async function counterpartsOf(payments: readonly Payment[]) {
  const [dues, debitProblems] = await Promise.all([duesOf(payments), debitProblemsOf(payments)]);
  return (id: string) => ({ dues: dues.get(id) ?? [], debitProblem: debitProblems.get(id) });
}

/** Returns why debits should not have been sent, by payment ID (debit-error.ts). */
async function debitProblemsOf(payments: readonly Payment[]): Promise<Map<string, string>> {
  const debits = payments.filter((payment) => isDebit(payment) && payment.attempts.length > 0);
  const others = (await loadPayments(debits.flatMap(earlierDues))).filter(({ attempts }) =>
    attempts.some(({ returned }) => returned),
  );
  const entries = await sentEntriesNow(
    [...debits, ...others].flatMap(({ attempts }) => attempts.flatMap(({ trace }) => trace ?? [])),
  );
  const tokens = new Set([...entries.values()].map(({ payeeToken }) => payeeToken));
  const accounts = new Map(
    (await loadBankAccounts([...tokens])).map((account) => [account.payeeToken, account]),
  );
  const errors = new Map<string, string>();
  for (const debit of debits) {
    const earlier = new Set(earlierDues(debit));
    const returns = others.filter(({ id }) => earlier.has(id)).flatMap((other) => returnsOf(other, entries));
    for (const { trace, at, bankFileId } of debit.attempts) {
      const entry = entries.get(trace ?? '');
      const account = entry && accounts.get(entry.payeeToken);
      // trace numbers restart
      if (!account || entry.bankFileId !== bankFileId) continue;
      const errorAt = (checkedAt: string) => debitError(debit, account, { entry, checkedAt }, returns);
      // an end between the upload and the confirmation is too late for the debit
      const error = errorAt(at) && errorAt((await attemptsOf(bankFileId))[0]?.at ?? at);
      if (error) errors.set(debit.id, error);
    }
  }
  return errors;
}

/** The months before a debit in which another debit of its account can have been returned as not authorized. */
const earlierMonths = 3;

const earlierDues = (debit: Payment): string[] =>
  isOfKind(debit, 'member')
    ? Array.from({ length: earlierMonths }, (_, index) =>
        paymentIdOf({ ...debit, periodId: addPeriods(debit.periodId, -1 - index) }),
      )
    : [];

/** Loads the dues that refunds repay, and those of the months that reimbursements pay for, by payment ID. */
async function duesOf(payments: readonly Payment[]): Promise<Map<string, Payment[]>> {
  const ids = new Map(
    payments
      .filter((payment) => isOfKind(payment, 'member'))
      .map((payment) => [payment.id, isDuesPaidBack(payment) ? [repaidDuesId(payment)] : duesIdsOf(payment)]),
  );
  const dues = new Map(
    (await loadPayments([...new Set([...ids.values()].flat())])).map((payment) => [payment.id, payment]),
  );
  return new Map([...ids].map(([id, of]) => [id, of.flatMap((each) => dues.get(each) ?? [])]));
}

/** Finds payments without entries; other payments were already compared with their entries. */
async function readPayments(group: Group, { list, after, state: before }: GroupPosition): Promise<Part> {
  const state = copyOf(before);
  const { rows, next } = await pageOfPayments(group, { list, after }, proofLimits.payments);
  // Lists are eventually consistent; records are not.
  const stored = (await loadPayments(rows.map(({ id }) => id))).filter(isPosted);
  const unposted = await withoutEntries(group, stored);
  const counterparts = await counterpartsOf(unposted);
  for (const payment of unposted) provePayment(state, null, payment, counterparts(payment.id));
  return { read: rows.length, state, next: next && { reads: 'payments', ...next, state } };
}

type Proved = Omit<GroupProof, 'partnerName'>;

export async function proveGroup(group: Group): Promise<Proved> {
  let part: Part;
  let at: GroupPosition | null = beginGroup();
  do {
    part = await provePart(group, at);
    at = part.next;
  } while (at);
  return proofOf(group, part.state);
}

export const proofOf = ({ partnerId, paymentTypeId }: Group, state: ProofState): Proved => ({
  partnerId,
  paymentTypeId,
  ...endProof(state),
});
