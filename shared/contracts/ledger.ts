import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { periodId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { csvType, workbookType } from '../media-types.ts';
import { amountsOnWire, findingRow, groupProof } from '../ledger/proof.ts';
import { ledgerSeal } from '../ledger/seal.ts';

const ofMonth = z.object({ periodId });
const sums = z.object(amountsOnWire);
const proofRow = groupProof
  .omit({ balances: true })
  .extend({ ...amountsOnWire, findings: z.array(findingRow) });
export type ProofRow = z.output<typeof proofRow>;

export const ledger = area('ledger', {
  getProof: endpoint({
    method: 'GET',
    path: '/ledger/{periodId}',
    roles: ['systemAdmin'],
    summary:
      "Returns the latest proof of a month: each partner's totals, unexplained amounts, and the seal of the entries posted in the month.",
    params: ofMonth,
    query: z.object({ cursor: z.string().max(100).optional() }),
    response: z.object({
      /** Null until the month is first proved. */
      proof: z
        .object({
          provedAt: z.string(),
          ...sums.shape,
          findingCount: z.int(),
          seal: z.enum(['none', 'intact', 'broken']),
        })
        .nullable(),
      seal: ledgerSeal.omit({ version: true }).nullable(),
      rows: z.array(proofRow),
      nextCursor: z.string().nullable(),
    }),
  }),
  downloadProof: endpoint({
    method: 'GET',
    path: '/ledger/{periodId}/proof',
    roles: ['systemAdmin'],
    summary:
      'Downloads the latest proof of a month, with a row per partner and payment type and totals, as a workbook.',
    params: ofMonth,
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadEntries: endpoint({
    method: 'GET',
    path: '/ledger/{periodId}/entries',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries posted in a month, with a row per step, as CSV for accounting.',
    params: ofMonth,
    response: 'file',
    orJob: true,
    mediaTypes: [csvType],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/ledger/{periodId}/prove',
    roles: ['systemAdmin'],
    summary: 'Proves a month: reads every ledger entry of its payments, the payments, and the seal.',
    params: ofMonth,
    body: z.object({}),
    response: jobBegun,
  }),
});
