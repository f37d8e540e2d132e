import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { jobBegun } from '../../jobs/job.ts';
import { money } from '../../money.ts';
import { done } from '../../page.ts';
import { admin } from '../shared-requests.ts';
import { chosenStatusForm, decision, matchingPayments, matchingStatusForm } from '../status-form.ts';

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
      'How many payments of a filter can be canceled or marked, and what they come to; changes nothing.',
    query: z.object({ ...matchingPayments, decision }),
    response: z.object({ count: z.int(), amount: money({ most: Number.MAX_SAFE_INTEGER }) }),
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
