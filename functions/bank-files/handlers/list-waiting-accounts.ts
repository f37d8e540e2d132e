import { bankFiles } from '../../../shared/bank-files/contract.ts';
import { handle } from '../../handle.ts';
import { waitingAccounts } from '../prenotes/waiting-accounts.ts';

export const handler = handle(bankFiles.listWaitingAccounts, ({ query, now }) =>
  waitingAccounts(query.cursor, now),
);
