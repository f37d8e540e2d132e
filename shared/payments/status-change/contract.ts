import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { jobBegun } from '../../jobs/job.ts';
import { money } from '../../money.ts';
import { done } from '../../page.ts';
import { paymentStatus } from '../payment-status.ts';
import { admin } from '../shared-requests.ts';
import { chosenStatusForm, decision, matchingPayments, matchingStatusForm } from '../status-form.ts';

/** A part of a count; the parts are added up by whoever follows the cursor. */
const sum = z.object({ count: z.int(), amount: money({ most: Number.MAX_SAFE_INTEGER }) });

/** What a person decides about payments by hand: Canceled or Sent Externally. */
export const statusEndpoints = {
  changeStatus: endpoint({
    method: 'PUT',
    path: '/payments/status',
    roles: admin,
    summary: 'Cancels chosen payments or marks them as Sent Externally, each with the reason.',
    body: chosenStatusForm,
    response: done.extend({
      message: z.string(),
      changed: z.int(),
      /** Those that stayed as they are, and why. */
      refused: z.array(z.object({ paymentId: z.string(), message: z.string() })),
    }),
  }),
  countMatching: endpoint({
    method: 'GET',
    path: '/payments/status/matching',
    roles: admin,
    summary:
      'How many payments of a filter can be canceled or marked, and what they come to, some thousand at a time.',
    query: z.object({ ...matchingPayments, decision, cursor: z.string().max(2000).optional() }),
    response: sum.extend({ nextCursor: z.string().nullable() }),
  }),
  sumsByStatus: endpoint({
    method: 'GET',
    path: '/payments/status/sums',
    roles: admin,
    summary:
      'How many payments of a filter have each status, and what they come to, some thousand at a time.',
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
    summary: 'Cancels or marks all payments of a filter, as many as were named before.',
    body: matchingStatusForm,
    response: jobBegun,
  }),
};
