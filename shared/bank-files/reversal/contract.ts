import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { choice, reasonText } from '../../fields.ts';
import { recordId } from '../../ids.ts';
import { done } from '../../page.ts';
import { enteredPin } from '../../users/pin.ts';
import { reversalReasons } from '../bank-file.ts';

export const reversalForm = z.object({
  reason: choice('Reason for the reversal', reversalReasons),
  note: reasonText(),
  traces: z
    .array(z.string().regex(/^\d{15}$/))
    .min(1)
    .max(10_000)
    .optional(),
  pin: enteredPin.optional(),
});

export const reverseFile = endpoint({
  method: 'POST',
  path: '/bankfiles/{bankFileId}/reverse',
  roles: ['systemAdmin'],
  stepUp: true,
  summary:
    'Reverses entries of a sent file within five banking days: requested by one administrator, confirmed by another with the PIN.',
  params: z.object({ bankFileId: recordId }),
  body: reversalForm,
  response: done.extend({
    message: z.string(),
    confirmed: z.boolean(),
    jobId: z.string().nullable(),
    bankFileId: z.string().nullable(),
  }),
});
