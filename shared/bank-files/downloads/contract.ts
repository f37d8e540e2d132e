import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { textType, workbookType } from '../../media-types.ts';
import { recordId } from '../../ids.ts';
import { whichReturned } from '../treasury/fraud-contract.ts';

/** What is downloaded whole; before the calls that take any id at the same place. */
export const downloadEndpoints = {
  downloadFiles: endpoint({
    method: 'GET',
    path: '/bankfiles/download',
    roles: ['systemAdmin'],
    summary: 'Every bank file with its status and totals as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadTestFile: endpoint({
    method: 'GET',
    path: '/bankfiles/test-file',
    roles: ['systemAdmin'],
    summary: "Three prenotes in the bank's profile, to try it out with the bank; nothing is sent.",
    response: 'file',
    mediaTypes: [textType],
  }),
  downloadReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/download',
    roles: ['systemAdmin'],
    summary: 'Every file that came from the bank, with how its entries went, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadOpenEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/review/download',
    roles: ['systemAdmin'],
    summary: 'The entries from the bank that wait for a person, with their total, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadReturnedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/treasury/returned/download',
    roles: ['systemAdmin'],
    summary: 'The entries that a return rate counts, with their total, as a workbook.',
    query: whichReturned,
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadReceivedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/{inboxFileId}/entries/download',
    roles: ['systemAdmin'],
    summary: 'The entries of a file that came from the bank, and what became of each, as a workbook.',
    params: z.object({ inboxFileId: recordId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadFileEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/{bankFileId}/entries/download',
    roles: ['systemAdmin'],
    summary: 'The entries of a bank file, with their total, as a workbook.',
    params: z.object({ bankFileId: recordId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadWaitingAccounts: endpoint({
    method: 'GET',
    path: '/bankfiles/accounts/download',
    roles: ['systemAdmin'],
    summary: 'The bank accounts that wait, with why and until when, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadApprovals: endpoint({
    method: 'GET',
    path: '/bankfiles/approvals/download',
    roles: ['systemAdmin'],
    summary: 'The files of today that wait for a second administrator, with their total, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
