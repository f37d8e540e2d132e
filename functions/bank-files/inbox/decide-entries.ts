import { wasSentTo } from '../../bank-accounts/corrected-account-store.ts';
import { accountHeld } from '../../bank-accounts/store.ts';
import { type InboxEntry, newInboxEntry, type InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import { endsAuthorization } from '../../../shared/bank-files/debit-authorization.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { canMove, moveMember } from '../../../shared/members/membership-status.ts';
import { memberStatusChange } from '../../members/status-change.ts';
import type { Change } from '../../table/write.ts';
import { sentEntryChange, sentEntriesNow } from '../sent-entry-store.ts';
import { carryOutReturn, carryOutReversal } from './carry-out.ts';
import {
  type CarriedOut,
  type Decider,
  otherUsesEnded,
  type ReturnedPayment,
  withDuesCollected,
  withReturn,
} from './ended-by-return.ts';
import { routingCheckDigit } from '../../../shared/bank-accounts/routing-number.ts';
import type { ReceivedEntry } from '../../../shared/bank-files/inbox-reader.ts';
import { fingerprint, versionOf } from '../../platform/fingerprint.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import { impossibleReturn } from '../../../shared/bank-files/possible-return.ts';
import { loadBankFiles } from '../store.ts';
import { mismatch, type SentEntry, paymentIdOfSent } from '../../../shared/bank-files/sent-entry.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { memberIdOf } from '../../../shared/bank-files/bank-run.ts';
import { waitsForPerson } from '../../../shared/bank-files/return-effect.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import {
  loadOwedToLeaver,
  loadUnpaidByLeaver,
  type UnpaidByLeaver,
} from '../../payments/statuses/unpaid-leaver-store.ts';
import { accountsNow } from '../sent-account-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { refundsNow } from '../refund-store.ts';
import { carryOutChange } from './carry-out-change.ts';
import { otherUsesOf } from './other-uses-store.ts';

/**
 * Applies a returned prenote: holds the account for any return code, because its bank rejected an entry. Other uses of
 * the numbers are affected as by a returned payment.
 */
function carryOutPrenote(entry: InboxEntry, match: ReturnedPayment, decider: Decider): CarriedOut {
  const { sent, account, isSameAccount } = match;
  if (sent.returnedBy)
    return {
      entry: { ...entry, status: 'repeated', reason: 'An earlier file returned this entry.' },
      changes: [],
    };
  const { inboxFileId, position, code } = entry;
  const marked = [
    ...sentEntryChange(sent, { ...sent, returnedBy: { inboxFileId, position, code } }),
    ...otherUsesEnded(match, entry, endsAuthorization(code), decider),
  ];
  const { meaning, outcome } = returnCode(code);
  if (!account || !isSameAccount)
    return {
      entry: {
        ...entry,
        status: 'applied',
        reason: `${meaning}. The payee has changed accounts, so the new account is not held.`,
      },
      changes: marked,
    };
  const needsPerson = outcome !== 'account-invalid' && outcome !== 'retry';
  return {
    entry: {
      ...entry,
      status: needsPerson ? 'case' : 'applied',
      reason: `${meaning}. The prenote came back, so the account is held until there are new bank details.`,
      notice: 'to send',
    },
    changes: [...marked, ...accountHeld(account, code, decider), ...suspended(match, decider)],
  };
}

function suspended({ member, sent }: ReturnedPayment, decider: Decider): Change[] {
  const today = dateInChicago(decider.now);
  const pays = member?.withdrawalPayeeToken === sent.payeeToken;
  if (!member || !pays || !canMove(member, 'invalidateAccount', { today })) return [];
  const after = moveMember(member, 'invalidateAccount', { today });
  return memberStatusChange(
    member,
    after,
    { accountInvalidatedOn: after.accountInvalidatedOn ?? null },
    decider,
  );
}

type MatchedEntry = {
  received: ReceivedEntry;
} & ({ sent: SentEntry; error: null } | { sent: undefined; error: string });

async function matchEntries(received: readonly ReceivedEntry[]): Promise<MatchedEntry[]> {
  const sent = await sentEntriesNow(received.map(({ originalTrace }) => originalTrace).filter(Boolean));
  const files = await loadBankFiles([...new Set([...sent.values()].map(({ bankFileId }) => bankFileId))]);
  const flows = new Map(files.map(({ id, bankFlow }) => [id, bankFlow]));
  return Promise.all(
    received.map(async (receivedEntry) => {
      const candidate = sent.get(receivedEntry.originalTrace);
      const error =
        receivedEntry.error ??
        mismatch(await comparable(receivedEntry, candidate), candidate) ??
        impossible(receivedEntry, candidate, flows);
      return error === undefined && candidate
        ? { received: receivedEntry, sent: candidate, error: null }
        : {
            received: receivedEntry,
            sent: undefined,
            error: error ?? 'We did not send an entry with this trace number.',
          };
    }),
  );
}

function impossible(
  { about, code }: ReceivedEntry,
  sent: SentEntry | undefined,
  flows: ReadonlyMap<string, BankFlow>,
): string | undefined {
  const bankFlow = sent && flows.get(sent.bankFileId);
  return about === 'return' && bankFlow
    ? impossibleReturn(code, { bankFlow, purpose: sent.purpose })
    : undefined;
}

const comparable = async (received: ReceivedEntry, sent: SentEntry | undefined) => ({
  originalTrace: received.originalTrace,
  amount: received.about === 'change' ? null : received.amount,
  // with the key version of the sent entry's fingerprint
  fingerprints: sent ? await fingerprintsOf(received, versionOf(sent.fingerprint)) : [],
});

/**
 * Returns fingerprints with each routing number that a bank may write: in record 6 of a return, or in its addenda
 * without the check digit (Nacha Operating Rules, appendix four).
 */
function fingerprintsOf(
  { originalBank, routingNumber, accountNumber }: ReceivedEntry,
  version: number,
): Promise<string[]> {
  const banks = /^\d{8}$/.test(originalBank) ? [originalBank + routingCheckDigit(originalBank)] : [];
  return Promise.all(
    [...banks, routingNumber].map((text) => fingerprint({ routingNumber: text, accountNumber }, version)),
  );
}

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
  const reversed = await reversedNow(sent, payments);
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
  const unpaid = await unpaidOf(sent, (entry) => payments.get(paymentIdOfSent(entry) ?? ''), memberOf, now);
  const same = new Set(
    (
      await Promise.all(
        sent.map(async (entry) => {
          const account = accounts.get(entry.payeeToken);
          return account && (await wasSentTo(account, entry)) ? entry.trace : [];
        }),
      )
    ).flat(),
  );
  return (entry) => {
    const paymentId = paymentIdOfSent(entry);
    const payment = paymentId === null ? undefined : payments.get(paymentId);
    const account = accounts.get(entry.payeeToken);
    return {
      sent: entry,
      payment,
      account,
      isSameAccount: same.has(entry.trace),
      refund: payment && refunds.get(payment.id),
      otherUses: otherUses.get(entry.trace) ?? [],
      member: memberOf(entry),
      unpaid: unpaid.get(entry.trace) ?? [],
      reversed: reversed.get(entry.trace),
    };
  };
}

/** Loads the payments of former members that change with a return or a returned reversal, by trace. */
async function unpaidOf(
  sent: readonly SentEntry[],
  paymentOf: (entry: SentEntry) => Payment | undefined,
  memberOf: (entry: SentEntry) => Member | undefined,
  now: Date,
): Promise<Map<string, UnpaidByLeaver[]>> {
  const loaded = sent.map(async (entry): Promise<[string, UnpaidByLeaver[]]> => {
    const [payment, member] = [paymentOf(entry), memberOf(entry)];
    if (!payment || !member || entry.purpose === 'prenote') return [entry.trace, []];
    const unpaid =
      entry.purpose === 'reversal'
        ? await loadOwedToLeaver(payment, withDuesCollected(payment, member), now)
        : await loadUnpaidByLeaver(payment, withReturn(payment, member), now);
    return [entry.trace, unpaid];
  });
  return new Map(await Promise.all(loaded));
}

/** Loads the entries that reversals reversed, by the traces of the reversals, unless their payments were sent again. */
async function reversedNow(
  sent: readonly SentEntry[],
  payments: ReadonlyMap<string, Payment>,
): Promise<Map<string, SentEntry>> {
  const traces = sent
    .filter(({ purpose }) => purpose === 'reversal')
    .flatMap((entry) => payments.get(paymentIdOfSent(entry) ?? '')?.attempts.at(-1)?.trace ?? []);
  const originals = traces.length === 0 ? [] : [...(await sentEntriesNow(traces)).values()];
  return new Map(originals.flatMap((entry) => (entry.reversedBy ? [[entry.reversedBy.trace, entry]] : [])));
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
    ...(received.isQuestionable && { isQuestionable: true }),
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

const touchedBy = (
  sent: SentEntry,
  { member, refund, otherUses, unpaid, reversed }: ReturnedPayment,
): string[] => [
  `trace ${sent.trace}`,
  ...(reversed ? [`trace ${reversed.trace}`] : []),
  ...(sent.purpose === 'prenote' ? [] : [`payment ${sent.paymentId}`]),
  `account ${sent.payeeToken}`,
  ...otherUses.map(({ payeeToken }) => `account ${payeeToken}`),
  ...(refund ? [`payment ${refund.id}`] : []),
  ...unpaid.map(({ payment }) => `payment ${payment.id}`),
  ...(member ? [`member ${member.id}`] : []),
];
