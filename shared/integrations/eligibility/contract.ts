import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { recordId } from '../../ids.ts';
import { pageOf } from '../../page.ts';
import { batch, batchResult, newBatch } from './batch.ts';

const reads = { method: 'GET', roles: ['apiClient'], scope: 'roster:read', ownership: 'own' } as const;
const params = z.object({ batchId: recordId });
const query = z.object({
  cursor: z
    .string()
    .regex(/^(applied|end|change|add|same|stay|wrong):[\d-]{0,30}$/, 'Cursor is not valid.')
    .optional(),
});

/** Batches of employees for systems without SCIM; each is an import with the rules of files. */
export const eligibilityEndpoints = {
  sendBatch: endpoint({
    method: 'POST',
    path: '/eligibility/batches',
    roles: ['apiClient'],
    scope: 'roster:write',
    ownership: 'own',
    summary:
      'Starts a job that compares up to 5,000 rows with the roster and applies them, or only checks them (dryRun).',
    body: newBatch,
    response: batch,
  }),
  batch: endpoint({
    ...reads,
    path: '/eligibility/batches/{batchId}',
    summary: 'Returns a batch with its state, counts, and amounts.',
    params,
    response: batch,
  }),
  batchResults: endpoint({
    ...reads,
    path: '/eligibility/batches/{batchId}/results',
    summary:
      'Lists the results of the rows by group, one page at a time; a dry run returns the same results.',
    params,
    query,
    response: pageOf(batchResult),
  }),
  batchErrors: endpoint({
    ...reads,
    path: '/eligibility/batches/{batchId}/errors',
    summary: 'Lists the rows that failed with the reason, one page at a time.',
    params,
    query,
    response: pageOf(batchResult),
  }),
};
