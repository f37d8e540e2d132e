import { bankFiles } from '../../shared/bank-files/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { bankFilesSheet } from './bank-files-sheet.ts';

export const handler = handle(bankFiles.downloadFiles, async (context) =>
  sheetAnswer(await bankFilesSheet(), { what: 'bank files', input: {} }, context),
);
