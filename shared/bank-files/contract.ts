import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { money } from '../money.ts';
import { pageOf, pageQuery } from '../page.ts';
import { bankFile, bankFileAttempt, bankFileColumns, bankFileEntry } from './bank-file.ts';
import { reverseFile } from './reversal/contract.ts';
import { resolveFile } from './resolving/contract.ts';
import { listApprovals } from './approving/contract.ts';
import { listWaitingAccounts, sendPrenotes } from './prenotes/contract.ts';
import { inboxEndpoints } from './inbox/contract.ts';
import { getTreasury } from './treasury/contract.ts';
import { fraudEndpoints } from './treasury/fraud-contract.ts';
import { downloadEndpoints } from './downloads/contract.ts';
import { sendingEndpoints } from './sending/contract.ts';

const total = money({ most: Number.MAX_SAFE_INTEGER });

/** A bank file as people see it; amounts in cents inside. */
const bankFileRow = bankFile
  .omit({ version: true })
  .extend({ debit: total, credit: total, sentByName: z.string() });

export const bankFiles = area('bank-files', {
  ...sendingEndpoints,
  ...downloadEndpoints,
  ...inboxEndpoints,
  listApprovals,
  listWaitingAccounts,
  sendPrenotes,
  getTreasury,
  ...fraudEndpoints,
  resolveFile,
  reverseFile,
  list: endpoint({
    method: 'GET',
    path: '/bankfiles',
    roles: ['systemAdmin'],
    summary: 'Every bank file with its status, a page at a time.',
    query: z.object(pageQuery(bankFileColumns)),
    response: pageOf(bankFileRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/bankfiles/{bankFileId}',
    roles: ['systemAdmin'],
    summary: 'One bank file with its attempts and a page of its lines.',
    params: z.object({ bankFileId: recordId }),
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{15}$/)
        .optional(),
    }),
    response: bankFileRow.extend({
      attemptsMade: z.array(bankFileAttempt),
      /** Who asked to resolve it, and whether that was the caller, who cannot confirm it. */
      askedByName: z.string(),
      /** The second administrator; empty where one was enough. */
      approvedByName: z.string(),
      isAskedByCaller: z.boolean(),
      /** The last day on which it may be reversed; null where it cannot be. */
      reversibleUntil: z.string().nullable(),
      reversalAskedByName: z.string(),
      isReversalAskedByCaller: z.boolean(),
      lines: z.array(bankFileEntry.extend({ amount: money() })),
      nextCursor: z.string().nullable(),
    }),
  }),
});
