import { bankFiles } from '../../shared/bank-files/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { openEntriesSheet } from './inbox/inbox-sheets.ts';

export const handler = handle(bankFiles.downloadOpenEntries, async (context) =>
  sheetAnswer(await openEntriesSheet(), { what: 'entries to review', input: {} }, context),
);
