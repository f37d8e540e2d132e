import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { periodId } from '../ids.ts';
import { numberText } from '../query.ts';
import { monthStep } from './month-steps.ts';
import { periodOption } from './period.ts';
import { onWire } from '../wire-names.ts';

export const periods = area('periods', {
  list: endpoint({
    method: 'GET',
    path: '/periods/list',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary: 'Every period on offer, up to next month, the newest first.',
    response: z.array(periodOption),
  }),
  closedUsagePeriods: endpoint({
    method: 'GET',
    path: '/periods/closedusageperiod/list',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary: 'The months that are over and whose reporting deadline has passed, the newest first.',
    response: z.array(periodOption),
  }),
  untilCurrent: endpoint({
    method: 'GET',
    path: '/periods/untilCurrent',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary:
      'The months up to the current one, the newest first; for member dues also the next one from the 25th on.',
    query: z.object({ paymentTypeId: onWire('paymentTypeID', numberText().optional()) }),
    response: z.array(periodOption),
  }),
  months: endpoint({
    method: 'GET',
    path: '/periods/months',
    roles: ['systemAdmin'],
    summary: 'The months, the newest first: what each has gone through, what is missing, and who can do it.',
    query: z.object({ cursor: periodId.optional() }),
    response: z.object({
      items: z.array(
        z.object({
          periodId: z.string(),
          yearMonth: z.string(),
          /** When the amounts were counted: at the last proof. */
          countedAt: z.string().nullable(),
          steps: z.array(monthStep),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
});
