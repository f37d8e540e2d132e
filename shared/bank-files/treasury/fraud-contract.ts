import * as z from 'zod';
import { recordVersion } from '../../ids.ts';
import { endpoint } from '../../endpoint.ts';
import { money } from '../../money.ts';
import { done } from '../../page.ts';
import { text } from '../../fields.ts';
import { bankFlows } from '../bank-flow-table.ts';
import { fraudRules } from './fraud-rules.ts';
import { returnedEntry } from '../sent-entry.ts';
import { returnMeasures } from './return-rates.ts';

const ruleId = z.enum(fraudRules.map(({ id }) => id));
const total = money({ most: Number.MAX_SAFE_INTEGER });

export const fraudReviewForm = z.object({ note: text('Result of the review', { min: 10, max: 300 }) });

export const whichReturned = z.object({
  bankFlow: z.enum(bankFlows),
  measure: z.enum(returnMeasures.map(({ id }) => id)).default('all'),
});

export const fraudEndpoints = {
  listReturnedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/treasury/returned',
    roles: ['systemAdmin'],
    summary: 'Lists the entries that count toward a return rate of the last 60 days, newest first.',
    query: whichReturned.extend({ cursor: z.string().max(200).optional() }),
    response: z.object({
      items: z.array(returnedEntry.extend({ amount: total, meaning: z.string() })),
      nextCursor: z.string().nullable(),
    }),
  }),
  getFraudMonitoring: endpoint({
    method: 'GET',
    path: '/bankfiles/fraud-monitoring',
    roles: ['systemAdmin'],
    summary:
      'Returns the fraud monitoring rules, their hits in the last twelve months, and the last annual review.',
    response: z.object({
      /** `hits` is null when the rule's hits are not counted. */
      rules: z.array(z.object({ id: ruleId, hits: z.int().nullable() })),
      review: z
        .object({ reviewedOn: z.string(), note: z.string(), reviewedByName: z.string(), nextBy: z.string() })
        .nullable(),
      isDue: z.boolean(),
      version: recordVersion,
    }),
  }),
  recordFraudReview: endpoint({
    method: 'POST',
    path: '/bankfiles/fraud-monitoring/review',
    roles: ['systemAdmin'],
    summary: 'Records the result of a review of the fraud monitoring rules.',
    body: fraudReviewForm.extend({ version: recordVersion }),
    response: done,
  }),
};
