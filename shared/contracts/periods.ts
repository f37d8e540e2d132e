import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { periodId } from '../ids.ts';
import { money } from '../money.ts';
import { paymentKinds } from '../payments/payment.ts';
import { programPaymentTypeId } from '../programs.ts';
import { numberText } from '../query.ts';
import { monthStep } from '../periods/month-steps.ts';
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
    summary: 'Lists the months, newest first, with completed and missing steps and the users responsible.',
    query: z.object({ cursor: periodId.optional() }),
    response: z.object({
      items: z.array(
        z.object({
          periodId: z.string(),
          yearMonth: z.string(),
          /** Time of the last proof, which counted the amounts. */
          countedAt: z.string().nullable(),
          steps: z.array(monthStep),
          /** Amounts to be sent by payments page; null for all programs. */
          toSend: z.array(
            z.object({
              kind: z.enum(paymentKinds),
              programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeId.nullable()),
              paymentTypeId: onWire('paymentTypeID', z.int()),
              amount: money({ most: Number.MAX_SAFE_INTEGER }),
            }),
          ),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
});
