import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { receivedEntriesSheet } from '../inbox/inbox-sheets.ts';

export const handler = handle(bankFiles.downloadReceivedEntries, async ({ params, ...context }) =>
  sheetResponse(await receivedEntriesSheet(params), { what: 'received entries', input: params }, context),
);
