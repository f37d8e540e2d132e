import { canConfirm } from '../../shared/administrators/administrator.ts';
import { accountAt } from '../../shared/bank-accounts/waiting-account.ts';
import {
  lastReversalSending,
  reversalDate,
  reversalError,
  reversalReasons,
} from '../../shared/bank-files/bank-file.ts';
import { addressOfPayments } from '../../shared/bank-files/approval.ts';
import { bankFlowTable, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { waitingStateOf } from '../../shared/bank-files/prenote.ts';
import { dateInChicago, periodName, showDate, showMoment } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import type { RequestKind } from '../../shared/members/member-request.ts';
import { rosterEffect, selectedRows } from '../../shared/employees/roster-change.ts';
import { plural } from '../../shared/number-words.ts';
import { paymentsInText } from '../../shared/payments/payment-types.ts';
import { isNotPayable } from '../../shared/payments/pay-again.ts';
import { payeeNameOf } from '../../shared/payments/payment.ts';
import { caseKindName } from '../../shared/privacy/privacy-case.ts';
import { confirmingAt } from '../administrators/second-person.ts';
import type { BankAccountRecord } from '../bank-accounts/account-record.ts';
import { loadBankAccountsNow, waitingPayees } from '../bank-accounts/account-read-store.ts';
import { listedApprovals } from '../bank-files/approving/approval-store.ts';
import { listInboxFiles, listOpenEntries } from '../bank-files/inbox/inbox-store.ts';
import { bankFilesIn, requestedReversals } from '../bank-files/store.ts';
import { waitingRosterChanges } from '../employees/changes/change-store.ts';
import { pageOfRequests } from '../members/request-store.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartners } from '../partners/store.ts';
import { withoutTestAccounts } from '../partners/test-partner-store.ts';
import { payAgainRequests } from '../payments/store.ts';
import { pageOfCases } from '../privacy/case-store.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { environmentBankSettings } from '../table/bank-settings.ts';
import type { User } from '../users/user.ts';
import { bank, entriesPerSource as pageSize, type Source, type Waiting } from './source.ts';

/** Open records come first in this order (case-store.ts, request-store.ts). */
const open = { sortBy: 'status', beginsWith: '0', pageSize };

async function partnerNames(ids: readonly string[]): Promise<(id: string) => string> {
  const names = new Map((await loadPartners([...new Set(ids)])).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? 'a partner';
}

const bankEntries: Source = {
  sees: bankFiles.listOpenEntries,
  acts: bankFiles.settleEntry,
  isForTwo: true,
  load: async () =>
    (await listOpenEntries({ sortBy: 'deadline', pageSize })).items.map(
      ({ inboxFileId, position, name, code, about, assignment, reason, originalTrace, ...entry }) => ({
        id: `bankEntry ${inboxFileId} ${position} ${assignment?.askedAt ?? ''}`,
        kind: 'bankEntry',
        title: `${entry.status === 'case' ? 'Close the case' : 'Decide about the entry'}${code && ` ${code}`} of ${name || 'an unknown payee'}`,
        effect: assignment ? `Assigned to trace number ${assignment.trace}.` : reason,
        requestedBy: assignment?.askedBy,
        requestedByName: bank,
        since: entry.receivedAt,
        dueOn: entry.deadline,
        people: 1,
        amount: about === 'return' || about === 'other' ? entry.amount : null,
        path: `/admin/bankfiles/review?filter=${encodeURIComponent(originalTrace || name)}`,
      }),
    ),
};

/** Returns false for the request of an administrator who can no longer confirm, which is void. */
const isValidRequest = (requestedBy: string, all: readonly User[], now: Date): boolean =>
  canConfirm(
    all.find(({ id }) => id === requestedBy),
    confirmingAt(now),
  );

const bankRuns: Source = {
  sees: bankFiles.listApprovals,
  acts: bankFiles.sendPartnerWithdrawal,
  isForTwo: true,
  load: async ({ administrators: all, now }) =>
    (await listedApprovals(dateInChicago(now)))
      .filter(({ askedBy, status }) => status !== 'waiting' || isValidRequest(askedBy, all, now))
      .map(({ runHash, bankFlow, filter, paymentCount, amount, reasons, ended, ...approval }) => ({
        id: `bankFile ${runHash} ${ended?.at ?? approval.askedAt}`,
        kind: 'bankFile',
        title: `${ended ? 'Check again' : 'Approve'} ${plural(paymentCount, 'payment', 'payments')}: ${bankFlowTable[bankFlow].label} of ${periodName(filter.periodId)}`,
        effect: ended?.text ?? reasons.join(' '),
        requestedBy: ended ? undefined : approval.askedBy,
        since: ended?.at ?? approval.askedAt,
        dueOn: approval.askedOn,
        people: filter.flow === 'member' ? paymentCount : null,
        amount,
        path: addressOfPayments(filter, { review: true }),
      })),
};

const unknownFiles: Source = {
  sees: bankFiles.get,
  acts: bankFiles.resolveFile,
  isForTwo: true,
  load: async () =>
    (await bankFilesIn(['unknown'])).map(({ id, name, debit, credit, effectiveDate, ...file }) => ({
      id: `unknownFile ${id} ${file.resolution?.askedAt ?? ''}`,
      kind: 'unknownFile',
      title: `Resolve the delivery of ${name}`,
      effect: file.reason ?? '',
      requestedBy: file.resolution?.askedBy,
      since: file.statusAt,
      dueOn: effectiveDate,
      amount: debit + credit,
      path: `/admin/bankfiles/${id}`,
    })),
};

const reversals: Source = {
  sees: bankFiles.get,
  acts: bankFiles.reverseFile,
  isForTwo: true,
  load: async ({ administrators: all, now }) => {
    const settings = environmentBankSettings;
    if (!settings) return [];
    const settles = reversalDate(settings, now);
    return (await requestedReversals(pageSize)).flatMap(({ reversal, ...file }) => {
      if (!reversal || !isValidRequest(reversal.askedBy, all, now) || reversalError(file, settles)) return [];
      const { reason, note, traces, askedBy, askedAt } = reversal;
      const reasonName = reversalReasons.find(({ value }) => value === reason)?.label ?? '';
      return {
        id: `reversal ${file.id} ${askedAt}`,
        kind: 'reversal',
        title: `Confirm the reversal of ${traces ? plural(traces.length, 'entry', 'entries') : 'all entries'} of ${file.name}`,
        effect: `${reasonName}. ${note}`,
        requestedBy: askedBy,
        since: askedAt,
        dueOn: lastReversalSending(settings, file.effectiveDate),
        people: traces?.length ?? file.lineCount,
        amount: traces ? null : file.debit + file.credit,
        path: `/admin/bankfiles/${file.id}`,
      };
    });
  },
};

const receivedFiles: Source = {
  sees: bankFiles.listReceived,
  acts: bankFiles.receiveReturns,
  isForTwo: true,
  load: async () =>
    (await listInboxFiles({ sortBy: 'status', beginsWith: 'waiting', pageSize })).items.map(
      ({ id, name, receivedBy, receivedAt, notices }) => ({
        id: `receivedFile ${id}`,
        kind: 'receivedFile',
        title: `Add ${name} a second time to approve it`,
        effect: notices.join(' '),
        requestedBy: receivedBy,
        since: receivedAt,
        path: `/admin/bankfiles/received/${id}`,
      }),
    ),
};

const paidAgain: Source = {
  sees: payments.reason,
  acts: payments.payAgain,
  isForTwo: true,
  load: async ({ administrators: all, now }) => {
    const valid = (await payAgainRequests(pageSize)).filter(
      ({ payAgainRequest: request }) => request && isValidRequest(request.requestedBy, all, now),
    );
    const memberIds = valid.flatMap((payment) => (payment.kind === 'member' ? [payment.memberId] : []));
    const payees = new Map((await loadMembers(memberIds)).map((member) => [member.id, member]));
    return valid.flatMap((payment) => {
      const { id, paymentTypeId, periodId, amountToBeSent, payAgainRequest } = payment;
      const member = payment.kind === 'member' ? payees.get(payment.memberId) : undefined;
      if (!payAgainRequest || isNotPayable(payment, member, dateInChicago(now))) return [];
      return {
        id: `paidAgain ${id} ${payAgainRequest.requestedAt}`,
        kind: 'paidAgain',
        title: `Approve another payment: ${paymentsInText(paymentTypeId)} of ${periodName(periodId)}, ${payeeNameOf(payment)}`,
        effect: payAgainRequest.reason,
        requestedBy: payAgainRequest.requestedBy,
        since: payAgainRequest.requestedAt,
        people: 1,
        amount: amountToBeSent,
        path: addressOfPayments({ ...payment, flow: payment.kind }),
      };
    });
  },
};

interface AccountContext {
  isBilling: boolean;
  now: Date;
}

/** Returns the entry of a partner's or facility's account that waits for a person. */
function accountEntry(stored: BankAccountRecord, { isBilling, now }: AccountContext): Waiting[] {
  const account = accountAt(stored, now);
  const { ownerKind, ownerId, nameOnAccount, held, waiting } = account;
  if (ownerKind === 'member') return [];
  const path =
    ownerKind === 'facility'
      ? `/admin/facilities/${ownerId}/bankaccount`
      : `/partnerowner/partners/${ownerId}/partnerInfo/${isBilling ? 'billing' : 'banking'}`;
  if (held)
    return [
      {
        id: `bankAccount ${ownerId} ${held.at}`,
        kind: 'bankAccount',
        title: `Enter new bank details of ${nameOnAccount}`,
        effect: 'The bank refused the account. Its payments wait.',
        since: held.at,
        waitsFor: nameOnAccount,
        path,
      },
    ];
  if (ownerKind === 'facility' || !waiting) return [];
  return [
    {
      id: `bankAccount ${ownerId} ${waiting.enteredAt}`,
      kind: 'bankAccount',
      title: `Release the new bank account of ${waiting.nameOnAccount}`,
      effect: `Used from ${showMoment(waiting.usableFrom)} without a release.`,
      requestedBy: waiting.enteredBy,
      since: waiting.enteredAt,
      path,
    },
  ];
}

const bankAccounts: Source = {
  sees: partners.billingInfo,
  acts: partners.releaseBankAccount,
  isForTwo: true,
  load: async ({ now }) => {
    const [{ payeeTokens }, flags] = await Promise.all([
      waitingPayees(undefined, pageSize),
      loadFeatureFlags(),
    ]);
    const accounts = await withoutTestAccounts(await loadBankAccountsNow(payeeTokens));
    const context = { isBilling: flags.gmrAddProgram, now };
    return [...accounts.flatMap((account) => accountEntry(account, context)), ...prenotes(accounts, now)];
  },
};

/** Returns one entry per flow with accounts that need a prenote. */
function prenotes(accounts: readonly BankAccountRecord[], now: Date): Waiting[] {
  const at = { now, today: dateInChicago(now) };
  const needed = accounts
    .map((stored) => accountAt(stored, now))
    .filter((account) => waitingStateOf(account, at)?.state === 'prenote needed');
  const byFlow = Map.groupBy(needed, ({ prenote }): BankFlow | undefined => prenote?.bankFlow);
  return [...byFlow].map(([bankFlow, ofFlow]) => {
    const since = ofFlow.map(({ changedAt }) => changedAt).toSorted()[0] ?? '';
    return {
      id: `prenotes ${bankFlow ?? ''} ${since}`,
      announcedIds: ofFlow.map(({ payeeToken, changedAt }) => `prenote ${payeeToken} ${changedAt}`),
      kind: 'prenotes',
      title: `Send prenotes to ${plural(ofFlow.length, 'new account', 'new accounts')}`,
      effect: `${bankFlow ? bankFlowTable[bankFlow].label : 'Their payments'} of these accounts wait for it.`,
      since,
      people: ofFlow.length,
      amount: 0,
      path: '/admin/bankfiles/accounts',
    };
  });
}

const rosterChanges: Source = {
  sees: employees.rosterChange,
  acts: employees.confirmRosterChange,
  load: async () => {
    const waiting = await waitingRosterChanges(pageSize);
    const nameOf = await partnerNames(waiting.map(({ partnerId }) => partnerId));
    return waiting.map((change) => ({
      id: `rosterChange ${change.id}`,
      kind: 'rosterChange',
      title: `Approve ${change.fileName} of ${nameOf(change.partnerId)}`,
      effect: rosterEffect(change),
      requestedBy: change.confirmedBy ?? change.startedBy,
      since: change.confirmedAt ?? change.startedAt,
      people: selectedRows(change),
      path: `/partnerowner/partners/${change.partnerId}/groupmemberships/employeemanagement/changes/${change.id}`,
    }));
  },
};

const memberRequests: Source = {
  sees: members.requests,
  acts: members.answerRequest,
  load: async () => {
    const { items } = await pageOfRequests(null, open);
    const lost = items.filter(({ kind }) => kind === 'lostKeyFob');
    const nameOf = await partnerNames(lost.map(({ partnerId }) => partnerId));
    return items.map((request) => {
      const { memberId, memberName, kind, requestedAt, note, fromName, facilityName, lostNumber } = request;
      const titles: Record<RequestKind, string> = {
        clubChange: `Decide about ${memberName}: change from ${fromName} to ${facilityName}`,
        lostKeyFob: `Replace key fob ${lostNumber} of ${memberName}`,
        ending: `Recover reimbursements of the canceled membership of ${memberName}`,
      };
      return {
        id: `memberRequest ${memberId} ${kind} ${requestedAt}`,
        kind: 'memberRequest',
        title: titles[kind],
        effect: kind === 'ending' ? request.answer : note,
        requestedByName: memberName,
        since: requestedAt,
        people: 1,
        path: `/admin/members/requests?filter=${encodeURIComponent(memberName)}`,
        waitsFor: kind === 'lostKeyFob' ? `Managers of ${nameOf(request.partnerId)}` : undefined,
      };
    });
  },
};

const privacyCases: Source = {
  sees: privacy.cases,
  acts: privacy.closeCase,
  load: async () =>
    (await pageOfCases(open)).items.map(({ id, owner, userId, name, kind, filedAt, dueOn }) => ({
      id: `privacyCase ${id}`,
      kind: 'privacyCase',
      // the name of a visitor is text that anyone can enter, and titles are emailed
      title: `Respond to the privacy request of ${userId === null ? 'a visitor' : name}`,
      effect: `${caseKindName(kind)}, due by ${showDate(dueOn)}.`,
      requestedByName: userId === null ? 'A visitor' : name,
      since: filedAt,
      dueOn,
      people: 1,
      path: `/admin/privacy/requests/${encodeURIComponent(owner)}/${encodeURIComponent(id)}`,
    })),
};

export const administratorSources: readonly Source[] = [
  bankEntries,
  bankRuns,
  unknownFiles,
  reversals,
  receivedFiles,
  paidAgain,
  bankAccounts,
  rosterChanges,
  memberRequests,
  privacyCases,
];
