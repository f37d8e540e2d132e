import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { returnedEntriesSheet } from '../treasury/returned-entries-sheet.ts';

export const handler = handle(bankFiles.downloadReturnedEntries, async ({ query, ...context }) =>
  sheetResponse(
    await returnedEntriesSheet(query, context.now),
    { what: 'returned entries', input: query },
    context,
  ),
);
