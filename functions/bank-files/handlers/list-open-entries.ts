import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { listOpenEntries } from '../inbox/inbox-store.ts';

export const handler = handle(bankFiles.listOpenEntries, async ({ query }) => listOpenEntries(query));
