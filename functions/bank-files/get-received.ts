import { bankFiles } from '../../shared/bank-files/contract.ts';
import { handle } from '../platform/handle.ts';
import { entriesOfFile, loadInboxFile } from './inbox/inbox-store.ts';
import { loadUserNames } from './user-names.ts';

const entriesAtOnce = 100;

export const handler = handle(bankFiles.getReceived, async ({ params, query }) => {
  const file = await loadInboxFile(params.inboxFileId);
  const { entries, last } = await entriesOfFile(file.id, query.cursor, entriesAtOnce);
  const names = await loadUserNames([file.receivedBy]);
  return { ...file, receivedByName: names.get(file.receivedBy) ?? '', entries, nextCursor: last };
});
