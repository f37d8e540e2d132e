import { ledger } from '../../../shared/contracts/ledger.ts';
import { handle } from '../../handle.ts';
import { findMonthProof, findSeal, groupProofs } from '../proof-store.ts';

const rowsAtOnce = 100;

export const handler = handle(ledger.getProof, async ({ params: { periodId }, query }) => {
  const [proof, seal, { rows, last }] = await Promise.all([
    findMonthProof(periodId),
    findSeal(periodId),
    groupProofs(periodId, query.cursor, rowsAtOnce),
  ]);
  return { proof: proof ?? null, seal: seal ?? null, rows, nextCursor: last };
});
