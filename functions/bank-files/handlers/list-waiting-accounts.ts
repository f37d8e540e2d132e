import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { waitingAccounts } from '../prenotes/waiting-accounts.ts';

export const handler = handle(bankFiles.listWaitingAccounts, ({ query, now }) =>
  waitingAccounts(query.cursor, now),
);
