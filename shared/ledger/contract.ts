import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { periodId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { csvType, workbookType } from '../media-types.ts';
import { amountsOnWire, findingRow, groupProof } from './proof.ts';
import { ledgerSeal } from './seal.ts';

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
      'The last proof of a month: what each partner’s payments came to, what is unexplained, and the seal of what was posted in the month.',
    params: ofMonth,
    query: z.object({ cursor: z.string().max(100).optional() }),
    response: z.object({
      /** Null while the month was never proved. */
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
      'The last proof of a month, a line for each partner and payment type with their sums, as a workbook.',
    params: ofMonth,
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadEntries: endpoint({
    method: 'GET',
    path: '/ledger/{periodId}/entries',
    roles: ['systemAdmin'],
    summary: 'What was posted in a month, a line a step, as csv for the accountant.',
    params: ofMonth,
    response: 'file',
    orJob: true,
    mediaTypes: [csvType],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/ledger/{periodId}/prove',
    roles: ['systemAdmin'],
    summary: 'Proves a month: reads every ledger entry of its payments, the payments, and the month’s seal.',
    params: ofMonth,
    body: z.object({}),
    response: jobBegun,
  }),
});
