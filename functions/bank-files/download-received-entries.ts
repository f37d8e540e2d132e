import { bankFiles } from '../../shared/bank-files/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { receivedEntriesSheet } from './inbox/inbox-sheets.ts';

export const handler = handle(bankFiles.downloadReceivedEntries, async ({ params, ...context }) =>
  sheetAnswer(await receivedEntriesSheet(params), { what: 'received entries', input: params }, context),
);
