import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { handle } from '../../handle.ts';
import { receivedEntriesSheet, receivedFilesSheet } from '../inbox/inbox-sheets.ts';
import { returnedEntriesSheet } from '../treasury/returned-entries-sheet.ts';
import { entriesOfFile, loadInboxFile, listInboxFiles } from '../inbox/inbox-store.ts';
import { filesNotOn } from '../store.ts';
import { loadUserNames } from '../../users/store.ts';
import { returnCode } from '../../../shared/bank-files/nacha/return-codes.ts';
import { returnedEntries } from '../treasury/gauge-store.ts';
import { receiveBankFile, takeFromBucket, takeFromServer } from '../inbox/receive.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { withSettings } from '../../table/deployed-settings.ts';

export const downloadReceivedEntriesHandler = handle(
  bankFiles.downloadReceivedEntries,
  async ({ params, ...context }) =>
    sheetResponse(await receivedEntriesSheet(params), { what: 'received entries', input: params }, context),
);

export const downloadReceivedHandler = handle(bankFiles.downloadReceived, async (context) =>
  sheetResponse(await receivedFilesSheet(), { what: 'received files', input: {} }, context),
);

export const downloadReturnedEntriesHandler = handle(
  bankFiles.downloadReturnedEntries,
  async ({ query, ...context }) =>
    sheetResponse(
      await returnedEntriesSheet(query, context.now),
      { what: 'returned entries', input: query },
      context,
    ),
);

const entriesAtOnce = 100;

export const getReceivedHandler = handle(bankFiles.getReceived, async ({ params, query }) => {
  const file = await loadInboxFile(params.inboxFileId);
  const { entries, last } = await entriesOfFile(file.id, query.cursor, entriesAtOnce);
  const names = await loadUserNames([file.receivedBy]);
  const missing = query.cursor ? [] : await filesNotOn(file);
  return {
    ...file,
    receivedByName: names.get(file.receivedBy) ?? '',
    entries,
    missingFiles: missing.map((item) => ({ ...item, amount: Math.max(item.debit, item.credit) })),
    nextCursor: last,
  };
});

export const listReceivedHandler = handle(bankFiles.listReceived, async ({ query }) =>
  listInboxFiles(query.sortBy ? query : { ...query, sortOrder: query.sortOrder ?? 'desc' }),
);

const pageSize = 50;

export const listReturnedEntriesHandler = handle(
  bankFiles.listReturnedEntries,
  async ({ query: { cursor, ...which }, now }) => {
    const { items, nextCursor } = await returnedEntries(which, cursor, pageSize, now);
    return {
      items: items.map((entry) => ({ ...entry, meaning: returnCode(entry.code).meaning })),
      nextCursor,
    };
  },
);

export const receiveReturnsHandler = handle(
  bankFiles.receiveReturns,
  async ({ body: { choice }, files, caller, now, newId }) => {
    const { name = '', bytes = new Uint8Array() } = files.file ?? {};
    const { userId } = caller;
    return receiveBankFile({ name, bytes, choice }, { userId, uploader: { userId }, now, newId });
  },
);

export const takeArrivalsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const now = scheduledTime(event);
  await takeFromBucket(now);
  await takeFromServer(now);
});
