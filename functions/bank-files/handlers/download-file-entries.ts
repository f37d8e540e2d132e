import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { fileEntriesSheet } from '../file-entries-sheet.ts';

export const handler = handle(bankFiles.downloadFileEntries, async ({ params, ...context }) =>
  sheetResponse(await fileEntriesSheet(params), { what: 'bank file entries', input: params }, context),
);
