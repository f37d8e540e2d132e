import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { entriesOfFile, loadInboxFile } from '../inbox/inbox-store.ts';
import { filesNotOn } from '../store.ts';
import { loadUserNames } from '../../users/store.ts';

const entriesAtOnce = 100;

export const handler = handle(bankFiles.getReceived, async ({ params, query }) => {
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
