import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { bankFilesSheet } from '../bank-files-sheet.ts';

export const handler = handle(bankFiles.downloadFiles, async (context) =>
  sheetResponse(await bankFilesSheet(), { what: 'bank files', input: {} }, context),
);
