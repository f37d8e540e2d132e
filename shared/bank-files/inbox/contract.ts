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

/** What an administrator decides about an open entry; `trace` names the entry it belongs to where it names none. */
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

/** The calls about what comes back from the bank; they are before those that take any id at the same place. */
export const inboxEndpoints = {
  receiveReturns: endpoint({
    method: 'POST',
    path: '/bankfiles/returns',
    roles: ['systemAdmin'],
    summary:
      'Takes a file from the bank: returns, account changes, an acknowledgement or a statement. The same file twice changes nothing.',
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
    summary: 'Every file that came from the bank, a page at a time.',
    query: z.object(pageQuery(inboxFileColumns)),
    response: pageOf(inboxFileRow),
  }),
  listOpenEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/review',
    roles: ['systemAdmin'],
    summary: 'The entries from the bank that wait for a person: quarantine and cases, a page at a time.',
    query: z.object(pageQuery(inboxEntryColumns)),
    response: pageOf(inboxEntryRow),
  }),
  getReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/{inboxFileId}',
    roles: ['systemAdmin'],
    summary: 'One file that came from the bank with a page of its entries.',
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
      /** Of a statement: our files of its days that no statement has. */
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
    summary:
      'Assigns an entry in quarantine to what was sent, dismisses it, or closes a case; always with a reason.',
    params: z.object({ inboxFileId: recordId, position: numberText({ least: 1, most: 999_999 }) }),
    body: entryDecision,
    response: done,
  }),
};
