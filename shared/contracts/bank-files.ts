import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { periodId, recordId } from '../ids.ts';
import { money } from '../money.ts';
import { pageOf, pageQuery } from '../page.ts';
import { bankFile, bankFileAttempt, bankFileColumns } from '../bank-files/bank-file.ts';
import { bankFileEntryRow } from '../bank-files/sent-entry.ts';
import {
  reverseFile,
  resolveFile,
  listWaitingAccounts,
  sendPrenotes,
  getTreasury,
  fraudEndpoints,
} from '../bank-files/treasury-contract.ts';
import {
  listApprovals,
  refuseApproval,
  inboxEndpoints,
  downloadEndpoints,
  sendingEndpoints,
} from '../bank-files/bank-files-contract.ts';
import { onWire } from '../wire-names.ts';

const total = money({ most: Number.MAX_SAFE_INTEGER });

/** Amounts are cents in code and dollars on the wire. */
const bankFileRow = bankFile
  .omit({ version: true })
  .extend({ debit: total, credit: total, sentByName: z.string() });

export const bankFiles = area('bank-files', {
  ...sendingEndpoints,
  ...downloadEndpoints,
  ...inboxEndpoints,
  listApprovals,
  refuseApproval,
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
    summary:
      'Lists bank files with their statuses; with a month, its files that wait for the acknowledgement of the bank.',
    query: z.object({
      ...pageQuery(bankFileColumns),
      /** The month of the payments. */
      waitingPeriodId: periodId.optional(),
    }),
    response: pageOf(bankFileRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/bankfiles/{bankFileId}',
    roles: ['systemAdmin'],
    summary: 'Returns one bank file with its delivery attempts and a page of its entries.',
    params: z.object({ bankFileId: recordId }),
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{15}$/)
        .optional(),
    }),
    response: bankFileRow.extend({
      attemptsMade: z.array(bankFileAttempt),
      requestedByName: onWire('askedByName', z.string()),
      approvedByName: z.string(),
      isRequestedByCaller: onWire('isRequestedByCaller', z.boolean()),
      reversibleUntil: z.string().nullable(),
      reversalRequestedByName: onWire('reversalAskedByName', z.string()),
      isReversalRequestedByCaller: onWire('isReversalAskedByCaller', z.boolean()),
      lines: z.array(bankFileEntryRow),
      nextCursor: z.string().nullable(),
    }),
  }),
});
