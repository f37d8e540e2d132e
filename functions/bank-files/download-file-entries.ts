import { bankFiles } from '../../shared/bank-files/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { fileEntriesSheet } from './file-entries-sheet.ts';

export const handler = handle(bankFiles.downloadFileEntries, async ({ params, ...context }) =>
  sheetAnswer(await fileEntriesSheet(params), { what: 'bank file entries', input: params }, context),
);
