import {
  newInboxEntry,
  type InboxEntry,
  type InboxFile,
} from '../../../shared/bank-files/inbox/inbox-file.ts';
import type { ReceivedEntry } from '../../../shared/bank-files/inbox/inbox-reader.ts';
import { memberIdOf } from '../../../shared/bank-files/bank-run.ts';
import { waitsForPerson } from '../../../shared/bank-files/inbox/return-effect.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { comparedTo } from '../../platform/fingerprint.ts';
import { loadUnpaidByLeaver, type UnpaidByLeaver } from '../../payments/unpaid-leaver-store.ts';
import type { Change } from '../../table/write.ts';
import { accountsNow } from '../sent-account-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { refundsNow } from '../refund-store.ts';
import {
  carryOutReturn,
  type CarriedOut,
  type Decider,
  type ReturnedPayment,
  carryOutReversal,
  withReturn,
} from './carry-out.ts';
import { carryOutPrenote } from './carry-out-prenote.ts';
import { carryOutChange } from './carry-out-change.ts';
import { otherUsesOf } from './other-uses-store.ts';
import { matchEntries, type MatchedEntry } from './match-entries.ts';
import { paymentIdOfSent, type SentEntry } from '../../../shared/bank-files/sent-entry.ts';

/** Decision about one entry. `touches` names the records it changes, because each may occur once per transaction. */
export interface DecidedEntry {
  entry: InboxEntry;
  changes: Change[];
  touches: string[];
}

export async function decideEntries(
  file: InboxFile,
  from: number,
  received: readonly ReceivedEntry[],
  decider: Decider,
): Promise<DecidedEntry[]> {
  const matched = await matchEntries(received);
  const meet = await loadReturned(
    matched.flatMap(({ sent }) => sent ?? []),
    decider.now,
  );
  const decided = matched.map((matchedEntry, index) =>
    decide(entryOf(file, from + index + 1, matchedEntry, decider.now), matchedEntry, meet, decider),
  );
  return Promise.all(decided);
}

type ReturnedOf = (sent: SentEntry) => ReturnedPayment;

export async function loadReturned(sent: readonly SentEntry[], now: Date): Promise<ReturnedOf> {
  const payments = await paymentsNow([...new Set(sent.flatMap((entry) => paymentIdOfSent(entry) ?? []))]);
  const accounts = await accountsNow(
    sent.map(({ payeeToken }) => payeeToken),
    now,
  );
  const members = await membersNow([...payments.values()], ownersOf(sent, accounts));
  const refunds = await refundsNow([...payments.values()]);
  const memberOf = (entry: SentEntry) => {
    const payment = payments.get(paymentIdOfSent(entry) ?? '');
    const ownerId = payment ? memberIdOf(payment) : accounts.get(entry.payeeToken)?.ownerId;
    return members.get(ownerId ?? '');
  };
  const otherUses = await otherUsesOf(
    sent.map((entry) => ({
      entry,
      member: memberOf(entry),
      payment: payments.get(paymentIdOfSent(entry) ?? ''),
    })),
    now,
  );
  const unpaid = new Map(
    await Promise.all(
      sent.map(async (entry): Promise<[string, UnpaidByLeaver[]]> => {
        const payment = entry.purpose ? undefined : payments.get(paymentIdOfSent(entry) ?? '');
        const member = memberOf(entry);
        const isReturn = payment && member;
        return [
          entry.trace,
          isReturn ? await loadUnpaidByLeaver(payment, withReturn(payment, member), now) : [],
        ];
      }),
    ),
  );
  const compared = new Map(
    await Promise.all(
      sent.map(async (entry): Promise<[string, SentEntry]> => {
        const account = accounts.get(entry.payeeToken);
        return [entry.trace, account ? await comparedTo(account.fingerprint, entry) : entry];
      }),
    ),
  );
  return (entry) => {
    const paymentId = paymentIdOfSent(entry);
    const payment = paymentId === null ? undefined : payments.get(paymentId);
    const account = accounts.get(entry.payeeToken);
    return {
      sent: compared.get(entry.trace) ?? entry,
      payment,
      account,
      refund: payment && refunds.get(payment.id),
      otherUses: otherUses.get(entry.trace) ?? [],
      member: memberOf(entry),
      unpaid: unpaid.get(entry.trace) ?? [],
    };
  };
}

const ownersOf = (sent: readonly SentEntry[], accounts: ReadonlyMap<string, BankAccountRecord>): string[] =>
  sent.flatMap(({ purpose, payeeToken }) => {
    const account = purpose === 'prenote' ? accounts.get(payeeToken) : undefined;
    return account?.ownerKind === 'member' ? [account.ownerId] : [];
  });

export const carryOut = (entry: InboxEntry, returned: ReturnedPayment, decider: Decider): CarriedOut =>
  !returned.sent.purpose
    ? carryOutReturn(entry, returned, decider)
    : returned.sent.purpose === 'prenote'
      ? carryOutPrenote(entry, returned, decider)
      : carryOutReversal(entry, returned, decider);

function entryOf(
  file: InboxFile,
  position: number,
  { received, sent, error }: MatchedEntry,
  now: Date,
): InboxEntry {
  return newInboxEntry({
    inboxFileId: file.id,
    position,
    about: received.about,
    code: received.code,
    originalTrace: received.originalTrace,
    amount: received.amount,
    name: received.name,
    lastFour: received.accountNumber.slice(-4),
    status: 'quarantined',
    reason: error ?? '',
    bankFileId: sent?.bankFileId ?? null,
    paymentId: sent ? paymentIdOfSent(sent) : null,
    payeeToken: sent?.payeeToken ?? null,
    receivedAt: now.toISOString(),
  });
}

async function decide(
  entry: InboxEntry,
  { received, sent }: MatchedEntry,
  meet: ReturnedOf,
  decider: Decider,
): Promise<DecidedEntry> {
  if (!sent) return { entry, changes: [], touches: [] };
  const waits = received.about === 'return' && waitsForPerson(entry.code, dateInChicago(decider.now));
  if (waits) return { entry: { ...entry, ...waits }, changes: [], touches: [] };
  const touches = touchedBy(sent, meet(sent));
  if (received.about === 'change')
    return { ...(await carryOutChange(entry, received.correctedData, meet(sent), decider)), touches };
  return { ...carryOut(entry, meet(sent), decider), touches };
}

const touchedBy = (sent: SentEntry, { member, refund, otherUses, unpaid }: ReturnedPayment): string[] => [
  `trace ${sent.trace}`,
  ...(sent.purpose === 'prenote' ? [] : [`payment ${sent.paymentId}`]),
  `account ${sent.payeeToken}`,
  ...otherUses.map(({ payeeToken }) => `account ${payeeToken}`),
  ...(refund ? [`payment ${refund.id}`] : []),
  ...unpaid.map(({ payment }) => `payment ${payment.id}`),
  ...(member ? [`member ${member.id}`] : []),
];
