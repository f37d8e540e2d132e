import { bankFiles } from '../../shared/bank-files/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { receivedFilesSheet } from './inbox/inbox-sheets.ts';

export const handler = handle(bankFiles.downloadReceived, async (context) =>
  sheetAnswer(await receivedFilesSheet(), { what: 'received files', input: {} }, context),
);
