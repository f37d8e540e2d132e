import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { openEntriesSheet } from '../inbox/inbox-sheets.ts';

export const handler = handle(bankFiles.downloadOpenEntries, async (context) =>
  sheetResponse(await openEntriesSheet(), { what: 'entries to review', input: {} }, context),
);
