import * as z from 'zod';
import { bankAccountForm, maskedBankAccount } from '../../bank-accounts/bank-account.ts';
import { endpoint } from '../../endpoint.ts';
import { recordId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { workbookType } from '../../media-types.ts';
import { done, pageOf, pageQuery } from '../../page.ts';
import { reasonText } from '../../reason.ts';
import { searchText } from '../../search.ts';
import { facilityForm } from '../facility-form.ts';
import { facilityRow, facilityRowColumns } from '../facility-row.ts';
import { facility } from '../facility.ts';

const administrators = { roles: ['systemAdmin'] } as const;
const facilityParams = z.object({ facilityId: recordId });

/** The endpoints by which administrators keep the clubs. */
export const facilityAdministration = {
  listAll: endpoint({
    method: 'GET',
    path: '/facilities/all',
    ...administrators,
    summary: 'Every club for administrators, a page at a time.',
    query: z.object({ ...pageQuery(facilityRowColumns), filter: searchText.optional() }),
    response: pageOf(facilityRow),
  }),
  details: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}',
    ...administrators,
    summary: 'One club with all its fields, its masked deposit account and how many members it has.',
    params: facilityParams,
    response: z.object({
      club: facility.omit({ listed: true }),
      memberCount: z.int(),
      bankAccount: maskedBankAccount.nullable(),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/facilities/all/{facilityId}',
    ...administrators,
    summary: 'Changes a club, and puts it on hold or lets it close with the day that ends it.',
    params: facilityParams,
    body: facilityForm.extend({ version: z.int() }),
    response: done,
  }),
  importClubs: endpoint({
    method: 'POST',
    path: '/facilities/import',
    ...administrators,
    summary: 'Adds and changes clubs from a file; the same file twice changes nothing.',
    body: z.object({}),
    files: ['file'],
    response: jobBegun,
  }),
  failedClubs: endpoint({
    method: 'GET',
    path: '/facilities/imports/{jobId}/failed',
    ...administrators,
    summary: 'The rows of an import that failed, each with what to write instead, as a workbook.',
    params: z.object({ jobId: recordId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  saveBankingInfo: endpoint({
    method: 'POST',
    path: '/facilities/all/{facilityId}/bankingInfo',
    ...administrators,
    summary: "Sets the club's deposit account.",
    params: facilityParams,
    body: z.object({
      bankAccount: bankAccountForm,
      /** The version of the account that was seen; 0 when there was none. */
      version: z.int(),
    }),
    response: done,
  }),
  bankAccountDetails: endpoint({
    method: 'GET',
    path: '/facilities/bankAccountDetails',
    ...administrators,
    stepUp: true,
    summary: "The full numbers of a facility's bank account, for a reason; each access is logged.",
    query: z.object({ payeeToken: recordId, reason: reasonText() }),
    response: z.object({ accountNumber: z.string(), routingNumber: z.string() }),
  }),
} as const;
