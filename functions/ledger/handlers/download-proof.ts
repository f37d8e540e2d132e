import { ledger } from '../../../shared/contracts/ledger.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { proofSheet } from '../proof-sheet.ts';

export const handler = handle(ledger.downloadProof, async ({ params, ...context }) =>
  sheetResponse(await proofSheet(params), { what: 'ledger proof', input: params }, context),
);
