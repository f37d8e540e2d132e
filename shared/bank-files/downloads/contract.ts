import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { textType, workbookType } from '../../media-types.ts';
import { recordId } from '../../ids.ts';
import { whichReturned } from '../treasury/fraud-contract.ts';

/** Downloads. Must be registered before endpoints with an ID at the same path position. */
export const downloadEndpoints = {
  downloadFiles: endpoint({
    method: 'GET',
    path: '/bankfiles/download',
    roles: ['systemAdmin'],
    summary: 'Downloads all bank files with status and totals as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadTestFile: endpoint({
    method: 'GET',
    path: '/bankfiles/test-file',
    roles: ['systemAdmin'],
    summary: "Downloads three prenotes in the bank's profile for testing with the bank. Nothing is sent.",
    response: 'file',
    mediaTypes: [textType],
  }),
  downloadReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/download',
    roles: ['systemAdmin'],
    summary: 'Downloads all files received from the bank, with entry results, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadOpenEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/review/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries from the bank that need review, with their total, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadReturnedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/treasury/returned/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries that count toward a return rate, with their total, as a workbook.',
    query: whichReturned,
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadReceivedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/{inboxFileId}/entries/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries of a file received from the bank, with their results, as a workbook.',
    params: z.object({ inboxFileId: recordId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadFileEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/{bankFileId}/entries/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries of a bank file, with their total, as a workbook.',
    params: z.object({ bankFileId: recordId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadWaitingAccounts: endpoint({
    method: 'GET',
    path: '/bankfiles/accounts/download',
    roles: ['systemAdmin'],
    summary: 'Downloads waiting bank accounts, with reasons and dates, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadApprovals: endpoint({
    method: 'GET',
    path: '/bankfiles/approvals/download',
    roles: ['systemAdmin'],
    summary: "Downloads today's files that wait for a second administrator, with their total, as a workbook.",
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
