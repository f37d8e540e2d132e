import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { text } from '../../fields.ts';
import { recordId } from '../../ids.ts';
import { money } from '../../money.ts';
import { done, pageOf, pageQuery } from '../../page.ts';
import { numberText } from '../../query.ts';
import { bankFile } from '../bank-file.ts';
import {
  inboxActions,
  inboxEntryColumns,
  inboxEntryRow,
  inboxFileColumns,
  inboxFileRow,
  inboxKinds,
} from './inbox-file.ts';

/** Resolution of an open entry; `trace` identifies the original entry when the file does not. */
export const entryDecision = z.object({
  action: z.enum(inboxActions),
  trace: z
    .string()
    .trim()
    .regex(/^(\d{15})?$/, 'Trace number must be 15 digits.')
    .optional()
    .meta({ title: 'Trace number' }),
  note: text('Reason', { max: 500 }),
});

/** Endpoints for files from the bank. Must be registered before endpoints with an ID at the same path position. */
export const inboxEndpoints = {
  receiveReturns: endpoint({
    method: 'POST',
    path: '/bankfiles/returns',
    roles: ['systemAdmin'],
    stepUp: true,
    summary:
      'Imports a file from the bank: returns, account changes, acknowledgements, or statements. Above the limits, another administrator must import the same file; otherwise importing it again has no effect.',
    body: z.object({}),
    files: ['file'],
    response: done.extend({
      inboxFileId: z.string(),
      jobId: z.string().nullable(),
      kind: z.enum(inboxKinds.map(({ id }) => id)),
      entryCount: z.int(),
    }),
  }),
  listReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns',
    roles: ['systemAdmin'],
    summary: 'Lists the files received from the bank.',
    query: z.object(pageQuery(inboxFileColumns)),
    response: pageOf(inboxFileRow),
  }),
  listOpenEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/review',
    roles: ['systemAdmin'],
    summary: 'Lists the entries from the bank that need review: quarantined entries and open cases.',
    query: z.object(pageQuery(inboxEntryColumns)),
    response: pageOf(inboxEntryRow),
  }),
  getReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/{inboxFileId}',
    roles: ['systemAdmin'],
    summary: 'Returns one file received from the bank with a page of its entries.',
    params: z.object({ inboxFileId: recordId }),
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    response: inboxFileRow.extend({
      jobId: z.string().nullable(),
      receivedByName: z.string(),
      entries: z.array(inboxEntryRow),
      /** For statements: our files of the covered days that are in no statement. */
      missingFiles: z.array(
        bankFile
          .pick({ id: true, name: true, bankFlow: true, effectiveDate: true, status: true })
          .extend({ amount: money({ most: Number.MAX_SAFE_INTEGER }) }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
  settleEntry: endpoint({
    method: 'POST',
    path: '/bankfiles/returns/{inboxFileId}/entries/{position}',
    roles: ['systemAdmin'],
    stepUp: ['trace'],
    summary:
      'Assigns a quarantined entry to a sent entry (above the limits, after another administrator assigned it), dismisses it, or closes a case. Requires a reason.',
    params: z.object({ inboxFileId: recordId, position: numberText({ least: 1, most: 999_999 }) }),
    body: entryDecision,
    response: done,
  }),
};
