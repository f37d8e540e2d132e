import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { periodId } from '../ids.ts';
import { numberText } from '../query.ts';
import { monthLine, monthStep } from '../payments/month-steps.ts';
import { periodOption } from '../periods/period.ts';
import { onWire } from '../wire-names.ts';

export const periods = area('periods', {
  list: endpoint({
    method: 'GET',
    path: '/periods/list',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary: 'Lists all available periods up to next month, newest first.',
    response: z.array(periodOption),
  }),
  closedUsagePeriods: endpoint({
    method: 'GET',
    path: '/periods/closedusageperiod/list',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary: 'Lists the months after their reporting deadline, newest first.',
    response: z.array(periodOption),
  }),
  untilCurrent: endpoint({
    method: 'GET',
    path: '/periods/untilCurrent',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary:
      'Lists the months up to the current one, newest first; for member dues, also the next month from the 25th.',
    query: z.object({ paymentTypeId: onWire('paymentTypeID', numberText().optional()) }),
    response: z.array(periodOption),
  }),
  months: endpoint({
    method: 'GET',
    path: '/periods/months',
    roles: ['systemAdmin'],
    summary:
      'Lists the months, newest first, with their completed and missing steps and the payments that need an action.',
    query: z.object({ cursor: periodId.optional() }),
    response: z.object({
      items: z.array(
        z.object({
          periodId: z.string(),
          yearMonth: z.string(),
          /** Time of the last proof, which counted the amounts. */
          countedAt: z.string().nullable(),
          steps: z.array(monthStep),
          lines: z.array(monthLine),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
});
