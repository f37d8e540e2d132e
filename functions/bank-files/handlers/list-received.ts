import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { listInboxFiles } from '../inbox/inbox-store.ts';

export const handler = handle(bankFiles.listReceived, async ({ query }) =>
  listInboxFiles(query.sortBy ? query : { ...query, sortOrder: query.sortOrder ?? 'desc' }),
);
