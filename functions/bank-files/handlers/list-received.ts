import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../handle.ts';
import { listInboxFiles } from '../inbox/inbox-store.ts';

export const handler = handle(bankFiles.listReceived, async ({ query }) =>
  listInboxFiles(query.sortBy ? query : { ...query, sortOrder: query.sortOrder ?? 'desc' }),
);
