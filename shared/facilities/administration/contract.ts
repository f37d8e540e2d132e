import * as z from 'zod';
import { bankAccountForm, maskedBankAccount } from '../../bank-accounts/bank-account.ts';
import { endpoint } from '../../endpoint.ts';
import { recordId, recordVersion } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { workbookType } from '../../media-types.ts';
import { done, pageOf, pageQuery } from '../../page.ts';
import { reasonText } from '../../fields.ts';
import { onWire } from '../../wire-names.ts';
import { searchText } from '../../search.ts';
import { facilityForm, newFacilityForm } from '../facility-form.ts';
import { facilityRow, facilityRowColumns } from '../facility-row.ts';
import { facility } from '../facility.ts';

const administrators = { roles: ['systemAdmin'] } as const;
const facilityParams = z.object({ facilityId: recordId });

export const facilityAdministration = {
  listAll: endpoint({
    method: 'GET',
    path: '/facilities/all',
    ...administrators,
    summary: 'Lists every facility for administrators, one page at a time.',
    query: z.object({ ...pageQuery(facilityRowColumns), filter: searchText.optional() }),
    response: pageOf(facilityRow),
  }),
  details: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}',
    ...administrators,
    summary:
      'Returns one facility with all its fields, its masked deposit account, and its number of members.',
    params: facilityParams,
    response: z.object({
      club: facility,
      memberCount: z.int(),
      /** The bank refused the account for payments. */
      isBankAccountRefused: z.boolean(),
      bankAccount: maskedBankAccount.nullable(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/facilities/all',
    ...administrators,
    summary: 'Adds one facility; its number must not be in use.',
    body: newFacilityForm,
    response: done.extend({ facilityId: onWire('facilityID', recordId) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/facilities/all/{facilityId}',
    ...administrators,
    summary: 'Changes a facility, and puts it on hold or closes it as of a day.',
    params: facilityParams,
    body: facilityForm.extend({ version: recordVersion }),
    response: done,
  }),
  importClubs: endpoint({
    method: 'POST',
    path: '/facilities/import',
    ...administrators,
    stepUp: true,
    summary: 'Adds and changes facilities from a file; importing the same file again has no effect.',
    body: z.object({}),
    files: ['file'],
    response: jobBegun,
  }),
  failedClubs: endpoint({
    method: 'GET',
    path: '/facilities/imports/{jobId}/failed',
    ...administrators,
    summary: 'Downloads the failed rows of an import with their corrections, as a workbook.',
    params: z.object({ jobId: recordId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  saveBankingInfo: endpoint({
    method: 'POST',
    path: '/facilities/all/{facilityId}/bankingInfo',
    ...administrators,
    stepUp: true,
    summary: "Replaces the facility's deposit account.",
    params: facilityParams,
    body: z.object({
      bankAccount: bankAccountForm,
      /** The version of the account that was shown; 0 for none. */
      version: recordVersion,
    }),
    response: done,
  }),
  bankAccountDetails: endpoint({
    method: 'GET',
    path: '/facilities/bankAccountDetails',
    ...administrators,
    stepUp: ['payeeToken'],
    summary:
      "Returns the full numbers of a facility's bank account for a given reason; each access is logged.",
    query: z.object({ payeeToken: recordId, reason: reasonText() }),
    response: z.object({ accountNumber: z.string(), routingNumber: z.string() }),
  }),
} as const;
