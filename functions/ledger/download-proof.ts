import { ledger } from '../../shared/ledger/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { proofSheet } from './proof-sheet.ts';

export const handler = handle(ledger.downloadProof, async ({ params, ...context }) =>
  sheetAnswer(await proofSheet(params), { what: 'ledger proof', input: params }, context),
);
