import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { handle } from '../../handle.ts';
import { openEntriesSheet } from '../inbox/inbox-sheets.ts';
import { waitingAccountsSheet, waitingAccounts } from '../prenotes/waiting-accounts.ts';
import { fraudRules, nextFraudReview } from '../../../shared/bank-files/treasury-contract.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { findFraudReview, fraudHitCounts, fraudReviewChange } from '../treasury/fraud-store.ts';
import { loadUserNames } from '../../users/store.ts';
import { holidaysAhead, nextCutOff } from '../../../shared/bank-files/bank-day.ts';
import { waitingApprovals } from '../approving/approvals-sheet.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { listOpenEntries } from '../inbox/inbox-store.ts';
import { bankFilesIn, writeAll } from '../store.ts';
import { flowRates, waitingToBeSent } from '../treasury/figures.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import { settleEntry } from '../inbox/decide-open-entry.ts';

export const downloadOpenEntriesHandler = handle(bankFiles.downloadOpenEntries, async (context) =>
  sheetResponse(await openEntriesSheet(), { what: 'entries to review', input: {} }, context),
);

export const downloadWaitingAccountsHandler = handle(bankFiles.downloadWaitingAccounts, async (context) =>
  sheetResponse(
    await waitingAccountsSheet({}, context.now),
    { what: 'waiting accounts', input: {} },
    context,
  ),
);

export const getFraudMonitoringHandler = handle(bankFiles.getFraudMonitoring, async ({ now }) => {
  const [hits, review] = await Promise.all([fraudHitCounts(now), findFraudReview()]);
  const names = await loadUserNames(review ? [review.reviewedBy] : []);
  const nextBy = review && nextFraudReview(review.reviewedOn);
  return {
    rules: fraudRules.map(({ id }) => ({ id, hits: hits.get(id) ?? null })),
    review:
      review && nextBy
        ? {
            reviewedOn: review.reviewedOn,
            note: review.note,
            reviewedByName: names.get(review.reviewedBy) ?? '',
            nextBy,
          }
        : null,
    isDue: !nextBy || nextBy < dateInChicago(now),
    version: review?.version ?? 0,
  };
});

const maxEntries = 10;
const daysAhead = 60;

export const getTreasuryHandler = handle(bankFiles.getTreasury, async ({ caller, now }) => {
  const [pending, approvals, unknownFiles, open, waiting, rates] = await Promise.all([
    waitingToBeSent(now),
    waitingApprovals(caller.userId, now),
    bankFilesIn(['unknown']),
    listOpenEntries({ sortBy: 'deadline', sortOrder: 'asc', pageSize: maxEntries }),
    waitingAccounts(undefined, now),
    flowRates(now),
  ]);
  return {
    cutOff: environmentBankSettings ? nextCutOff(environmentBankSettings, now) : null,
    holidays: holidaysAhead(dateInChicago(now), daysAhead),
    pending,
    approvals,
    unknownFiles,
    openEntryCount: open.totalCount ?? open.items.length,
    openEntries: open.items,
    waitingAccounts: waiting.items.slice(0, maxEntries),
    rates,
  };
});

export const listOpenEntriesHandler = handle(bankFiles.listOpenEntries, async ({ query }) =>
  listOpenEntries(query),
);

export const listWaitingAccountsHandler = handle(bankFiles.listWaitingAccounts, ({ query, now }) =>
  waitingAccounts(query.cursor, now),
);

export const recordFraudReviewHandler = handle(
  bankFiles.recordFraudReview,
  async ({ body: { note, version }, caller, now }) => {
    const before = (await findFraudReview()) ?? null;
    if ((before?.version ?? 0) !== version)
      throw new Refusal('conflict', 'Someone else recorded a review. Reload and try again.');
    const reviewedOn = dateInChicago(now);
    const review = { reviewedOn, note, reviewedBy: caller.userId, version };
    const event = { name: 'fraud rules reviewed', subject: 'fraud rules', who: caller.userId } as const;
    await writeAll([
      ...fraudReviewChange(before, review),
      auditWrite({ ...event, before: { reviewedOn: before?.reviewedOn }, after: { reviewedOn, note } }, now),
    ]);
    return { success: true };
  },
);

export const settleEntryHandler = handle(
  bankFiles.settleEntry,
  async ({ params, body, caller, now, newId }) => {
    const isDone = await settleEntry(params, body, { who: caller.userId, caller, now, newId });
    return {
      success: true,
      message: isDone
        ? 'Your decision was saved.'
        : 'Another administrator must assign this entry to the same trace number. Nothing was changed yet.',
    };
  },
);
