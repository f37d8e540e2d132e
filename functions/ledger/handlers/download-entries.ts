import { ledger } from '../../../shared/contracts/ledger.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { ledgerSheet } from '../ledger-sheet.ts';

export const handler = handle(ledger.downloadEntries, async ({ params: { periodId }, ...context }) => {
  const input = { periodId };
  return sheetResponse(await ledgerSheet(input), { what: 'ledger entries', input }, context);
});
