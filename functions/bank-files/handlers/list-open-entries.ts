import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../handle.ts';
import { listOpenEntries } from '../inbox/inbox-store.ts';

export const handler = handle(bankFiles.listOpenEntries, async ({ query }) => listOpenEntries(query));
