import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { money } from '../money.ts';
import { recordVersion } from '../ids.ts';
import { done } from '../page.ts';
import { payAgainForm } from './pay-again.ts';
import { paymentStatus } from './payment.ts';
import { admin } from './correction.ts';
import { chosenStatusForm, decision, matchingPayments, matchingStatusForm } from './status-form.ts';

/** A partial count. The client adds up the parts of all pages. */
const sum = z.object({ count: z.int(), amount: money({ most: Number.MAX_SAFE_INTEGER }) });

/** Manual status changes: Canceled and Sent Externally. */
export const statusEndpoints = {
  changeStatus: endpoint({
    method: 'PUT',
    path: '/payments/status',
    roles: admin,
    stepUp: ['decision', 'payments'],
    summary: 'Cancels the selected payments or marks them as Sent Externally, with a reason.',
    body: chosenStatusForm,
    response: done.extend({
      message: z.string(),
      changed: z.int(),
      /** Unchanged payments, and why. */
      refused: z.array(z.object({ paymentId: z.string(), message: z.string() })),
    }),
  }),
  payAgain: endpoint({
    method: 'POST',
    path: '/payments/{paymentId}/payagain',
    roles: admin,
    stepUp: true,
    summary:
      'Pays a canceled or reversed payment again: requested by one administrator with a reason, approved by another.',
    params: z.object({ paymentId: recordId }),
    body: payAgainForm.partial().extend({ version: recordVersion }),
    response: done.extend({ message: z.string(), approved: z.boolean() }),
  }),
  countMatching: endpoint({
    method: 'GET',
    path: '/payments/status/matching',
    roles: admin,
    summary:
      'Counts the matching payments that can be canceled or marked, and their sum, several thousand at a time.',
    query: z.object({ ...matchingPayments, decision, cursor: z.string().max(2000).optional() }),
    response: sum.extend({ nextCursor: z.string().nullable() }),
  }),
  sumsByStatus: endpoint({
    method: 'GET',
    path: '/payments/status/sums',
    roles: admin,
    summary: 'Counts the matching payments by status, and their sums, several thousand at a time.',
    query: z.object({ ...matchingPayments, cursor: z.string().max(2000).optional() }),
    response: z.object({
      sums: z.array(sum.extend({ status: paymentStatus })),
      nextCursor: z.string().nullable(),
    }),
  }),
  changeMatching: endpoint({
    method: 'POST',
    path: '/payments/status/matching',
    roles: admin,
    stepUp: [...Object.keys(matchingPayments), 'decision', 'expectedCount'],
    summary: 'Cancels or marks all matching payments if their number is unchanged.',
    body: matchingStatusForm,
    response: jobBegun,
  }),
};
