import { now } from '../../platform/clock.ts';
import { warnOfReturnRates } from '../treasury/figures.ts';
import { beginSettlements } from '../settlement/begin-settlements.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { handle } from '../../handle.ts';
import { refuseRequest } from '../approving/approve.ts';
import { approvalsSheet, waitingApprovals } from '../approving/approvals-sheet.ts';
import { fileEntriesSheet, bankFilesSheet } from '../bank-files-sheet.ts';
import {
  type BankFile,
  lastReversalDate,
  reversalDate,
  reversalError,
} from '../../../shared/bank-files/bank-file.ts';
import { attemptsOf, linesOf } from '../entry-store.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { loadUserNames } from '../../users/store.ts';
import { bankFilesWaiting, loadBankFile, listBankFiles } from '../store.ts';
import { log } from '../../platform/log.ts';
import { reconcileBankFiles } from '../begin-single-file.ts';
import { measureMoney } from '../sending/measure-money.ts';
import { resolveUnknown } from '../sending/resolve-unknown.ts';
import { reverseFile } from '../reversal/reverse.ts';

export const completePaymentsHandler = withSettings(async (): Promise<void> => {
  const at = now();
  await beginSettlements(at);
  await warnOfReturnRates(at);
});

export const downloadApprovalsHandler = handle(bankFiles.downloadApprovals, async (context) =>
  sheetResponse(await approvalsSheet({}, context.now), { what: 'approvals', input: {} }, context),
);

export const downloadFileEntriesHandler = handle(
  bankFiles.downloadFileEntries,
  async ({ params, ...context }) =>
    sheetResponse(await fileEntriesSheet(params), { what: 'bank file entries', input: params }, context),
);

export const downloadFilesHandler = handle(bankFiles.downloadFiles, async (context) =>
  sheetResponse(await bankFilesSheet(), { what: 'bank files', input: {} }, context),
);

const linesAtOnce = 100;

export const getHandler = handle(bankFiles.get, async ({ params, query, caller, now }) => {
  const file = await loadBankFile(params.bankFileId);
  const { lines, last } = await linesOf(file.id, query.cursor, linesAtOnce);
  const names = await loadUserNames(
    [file.sentBy, file.approvedBy, file.resolution?.askedBy, file.reversal?.askedBy].filter(
      (id) => typeof id === 'string',
    ),
  );
  return {
    ...file,
    sentByName: names.get(file.sentBy) ?? '',
    approvedByName: names.get(file.approvedBy ?? '') ?? '',
    requestedByName: names.get(file.resolution?.askedBy ?? '') ?? '',
    isRequestedByCaller: file.resolution?.askedBy === caller.userId,
    reversibleUntil: reversibleUntil(file, now),
    reversalRequestedByName: names.get(file.reversal?.askedBy ?? '') ?? '',
    isReversalRequestedByCaller: file.reversal?.askedBy === caller.userId,
    attemptsMade: await attemptsOf(file.id),
    lines: lines.map((line) => ({ ...line, paymentId: line.kind === 'payment' ? line.paymentId : null })),
    nextCursor: last,
  };
});

function reversibleUntil(file: BankFile, now: Date): string | null {
  const settings = environmentBankSettings;
  if (!settings || reversalError(file, reversalDate(settings, now))) return null;
  return lastReversalDate(file.effectiveDate);
}

export const listApprovalsHandler = handle(bankFiles.listApprovals, async ({ caller, now }) => ({
  items: await waitingApprovals(caller.userId, now),
}));

export const refuseApprovalHandler = handle(
  bankFiles.refuseApproval,
  async ({ params: { runHash }, body: { note }, caller: { userId }, now }) => ({
    success: true,
    message: await refuseRequest(runHash, { userId, note, now }),
  }),
);

export const listHandler = handle(bankFiles.list, async ({ query: { waitingPeriodId, ...listQuery } }) => {
  const query = listQuery.sortBy ? listQuery : { ...listQuery, sortOrder: listQuery.sortOrder ?? 'desc' };
  const page = await (waitingPeriodId ? bankFilesWaiting(waitingPeriodId, query) : listBankFiles(query));
  const names = await loadUserNames(page.items.map(({ sentBy }) => sentBy));
  return {
    ...page,
    items: page.items.map((file) => ({ ...file, sentByName: names.get(file.sentBy) ?? '' })),
  };
});

/** Resumes unfinished bank files; the only process that advances an Unknown delivery. */
export const reconcileBankFilesHandler = withSettings(async (): Promise<void> => {
  const begun = await reconcileBankFiles(now());
  await measureMoney(now());
  if (begun.length > 0) log('warn', 'bank files taken up again', { jobs: begun });
});

export const resolveFileHandler = handle(bankFiles.resolveFile, async ({ params, body, caller, now }) => {
  const confirmed = await resolveUnknown(params.bankFileId, body, { userId: caller.userId, now });
  const message = confirmed
    ? body.outcome === 'arrived'
      ? 'The file is marked as delivered. Its payments are being submitted.'
      : 'The file is being canceled. Its payments are Pending again.'
    : body.outcome === 'withdrawn'
      ? 'Request withdrawn. The portal will check for the file within five minutes.'
      : 'Another administrator must confirm this with the PIN. Nothing has changed yet.';
  return { success: true, message, confirmed };
});

export const reverseFileHandler = handle(bankFiles.reverseFile, ({ params, body, caller, now, newId }) =>
  reverseFile(params.bankFileId, body, { userId: caller.userId, now, newId }),
);
