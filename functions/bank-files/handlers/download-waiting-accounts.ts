import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { waitingAccountsSheet } from '../prenotes/waiting-accounts-sheet.ts';

export const handler = handle(bankFiles.downloadWaitingAccounts, async (context) =>
  sheetResponse(
    await waitingAccountsSheet({}, context.now),
    { what: 'waiting accounts', input: {} },
    context,
  ),
);
