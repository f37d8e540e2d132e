import type { Cents } from '../../../shared/money.ts';
import type { AmountsToSend } from '../../../shared/payments/month-steps.ts';
import {
  memberIdOf,
  selectPayments,
  type ExcludedPayment,
  type RunFilter,
} from '../../../shared/bank-files/bank-run.ts';
import { summaryOf, type CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { sameDayAtOf } from '../../../shared/bank-files/bank-settings.ts';
import { needsPrenote, prenoteNeeded } from '../../../shared/bank-files/prenote.ts';
import {
  isReserved,
  payeeNameOf,
  pending,
  returned,
  type Payment,
} from '../../../shared/payments/payment.ts';
import type { SealedPayment } from './build.ts';
import { accountsNow, lastSentOf } from '../sent-account-store.ts';
import { membersNow } from '../paid-store.ts';
import { counterpartsNow } from '../refund-store.ts';
import { wereSent } from '../../payments/lists/payment-list-store.ts';
import { paymentsInStatus, paymentsOf, type RunOfAll } from '../run-payment-store.ts';
import { openRun, type ClosedRun, type RunOpening } from './opening.ts';
import { sha256 } from '../../platform/digest.ts';

export interface CurrentRun extends RunOpening {
  lines: SealedPayment[];
  summary: CheckSummary;
  hasMore: boolean;
  /** Equal digests produce equal files. */
  inputDigest: string;
}

export interface UnavailableRun extends ClosedRun {
  summary: CheckSummary;
  /** Whether the payments were read: none can be sent. */
  isRead: boolean;
}

export async function currentRun(filter: RunFilter, now: Date): Promise<CurrentRun | UnavailableRun> {
  const opening = await openRun(filter, now);
  if (opening.status === 'unavailable') return { ...opening, summary: nothing, isRead: false };
  const most = opening.settings.paymentsAtOnce;
  const payments = await paymentsOf(filter, most);
  const hasMore = payments.length > most;
  const { lines, summary } = await selectNow(payments, opening, now);
  if (lines.length === 0 && !hasMore)
    return {
      status: 'unavailable',
      isRead: true,
      ...(opening.refundsOnly === null
        ? { reason: opening.locked ?? nothingToSend(summary), summary }
        : { reason: opening.refundsOnly, summary: nothing }),
    };
  return {
    ...opening,
    lines,
    summary,
    hasMore,
    inputDigest: addToDigest(digestOfOpening(opening), lines),
  };
}

export async function selectNow(
  payments: readonly Payment[],
  { settings, filter, bankFlow, today, effectiveDate, locked, refundsOnly }: RunOpening,
  at: Date,
): Promise<{ lines: SealedPayment[]; summary: CheckSummary }> {
  const accounts = await accountsNow(
    payments.map(({ payeeToken }) => payeeToken),
    at,
  );
  const members = await membersNow(payments);
  const { selected, excluded } = selectPayments(payments, {
    accounts,
    members,
    counterparts: await counterpartsNow(payments, members),
    lock: locked === null ? null : { collectedOf: await partnersWithSent(filter, payments) },
    refundsOnly,
    today,
    at: at.toISOString(),
    effectiveDate,
    mostOfEntry: settings.limits.entry,
    isSameDay: sameDayAtOf(settings, bankFlow, at, effectiveDate) !== undefined,
    waitsForPrenotes: settings.prenotes[bankFlow],
  });
  const last = await lastSentOf(selected);
  const isUsable = ({ payment, account }: SealedPayment) =>
    !needsPrenote(account, last.get(payment.id), { settings, bankFlow, today });
  const lines = selected.filter(isUsable);
  const waiting = selected
    .filter((line) => !isUsable(line))
    .map(({ payment }) => ({
      memberId: memberIdOf(payment),
      name: payeeNameOf(payment),
      amount: payment.amountToBeSent,
      reason: prenoteNeeded,
      ...(payment.status === returned && { kind: 'returned' as const }),
    }));
  return { lines, summary: summaryOf(lines, [...excluded, ...waiting], last, settings.unusualAmount) };
}

/** Returns the partners of payments of which dues of the month were in a sent file. */
async function partnersWithSent(
  filter: RunFilter,
  payments: readonly Payment[],
): Promise<ReadonlySet<string>> {
  const partnerIds = [...new Set(payments.map(({ partnerId }) => partnerId))];
  const areSent = await Promise.all(partnerIds.map((partnerId) => wereSent({ ...filter, partnerId })));
  return new Set(partnerIds.filter((_, index) => areSent[index]));
}

/** The open payments of a run that are checked for an overview; the page of a larger run checks them. */
const openAtOnce = 200;

export interface AmountsOfRun {
  parts: AmountsToSend;
  /** Returned amounts that are sent again: in `ready` or in a file that is not delivered yet. */
  resent: Cents;
  /** Whether returned payments need a decision, because they are not sent again; null if they were not read. */
  needsDecision: boolean | null;
}

/**
 * Divides the Pending amount of a run by what its page does now. `ready` is what the page sends, including returned
 * payments that are sent again. Payments in a file that is not delivered yet are in no part. Reads at most 200 open payments, with their accounts and members.
 */
export async function amountsOfRun(
  filter: RunOfAll,
  amount: Cents,
  partnerIds: readonly string[],
  now: Date,
): Promise<AmountsOfRun> {
  const none = { ready: 0, later: 0, unchecked: 0, excluded: 0 };
  const unread = { resent: 0, needsDecision: null };
  const opening = await openRun(filter, now);
  if (opening.status === 'unavailable')
    return { ...unread, parts: { ...none, [opening.isEarly ? 'later' : 'unchecked']: amount } };
  const open = await paymentsInStatus(filter, [pending, returned], openAtOnce, partnerIds);
  if (!open) return { ...unread, parts: { ...none, unchecked: amount } };
  const { lines, summary } = await selectNow(open, opening, now);
  const sent = lines.map(({ payment }) => payment);
  const pendingSent = sumToSend(sent.filter(({ status }) => status === pending));
  // test payments are in no sum
  const inFiles = (status: Payment['status']) =>
    sumToSend(open.filter((payment) => isReserved(payment) && payment.status === status && !payment.isTest));
  const rest = Math.max(amount - pendingSent - inFiles(pending), 0);
  const resent = summary.amount - pendingSent + inFiles(returned);
  const allReturned = sumToSend(open.filter(({ status, isTest }) => status === returned && !isTest));
  return {
    parts: {
      ...none,
      ready: summary.amount,
      ...(opening.refundsOnly === null ? { excluded: rest } : { later: rest }),
    },
    resent,
    needsDecision: allReturned > resent,
  };
}

const sumToSend = (payments: readonly Payment[]): Cents =>
  payments.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0);

export const digestOfOpening = ({ settingsDigest, filter, today, effectiveDate }: RunOpening): string =>
  sha256(JSON.stringify([settingsDigest, filter, today, effectiveDate]));

/** Extends the digest of a run; independent of the page size. */
export const addToDigest = (before: string, payments: readonly SealedPayment[]): string =>
  payments.reduce(
    (digest, { payment, account }) =>
      sha256(
        JSON.stringify([
          digest,
          payment.id,
          payment.version,
          payment.amountToBeSent,
          account.payeeToken,
          account.version,
          // Identifies the account with its version, regardless of the fingerprint key version.
          account.changedAt,
        ]),
      ),
    before,
  );

export const nothingToSend = ({ excludedCount }: Pick<CheckSummary, 'excludedCount'>): string =>
  excludedCount > 0
    ? 'Nothing to send: every pending payment is excluded. The reasons are listed.'
    : 'Nothing to send: none of these payments is Pending.';

const noExclusions: readonly ExcludedPayment[] = [];
export const nothing: CheckSummary = summaryOf([], noExclusions, new Map(), 0);
