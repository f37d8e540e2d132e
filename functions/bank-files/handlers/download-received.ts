import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { receivedFilesSheet } from '../inbox/inbox-sheets.ts';

export const handler = handle(bankFiles.downloadReceived, async (context) =>
  sheetResponse(await receivedFilesSheet(), { what: 'received files', input: {} }, context),
);
