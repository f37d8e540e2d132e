import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { text } from '../../fields.ts';
import { recordId } from '../../ids.ts';
import { done } from '../../page.ts';
import { enteredPin } from '../../users/pin.ts';
import { resolutionOutcomes } from '../bank-file.ts';

export const fileResolution = z.object({
  outcome: z.enum([...resolutionOutcomes, 'withdrawn']),
  note: text("Bank's response", { max: 500 }),
  pin: enteredPin.optional(),
});

export const resolveFile = endpoint({
  method: 'POST',
  path: '/bankfiles/{bankFileId}/resolve',
  roles: ['systemAdmin'],
  stepUp: true,
  summary:
    'Resolves a file whose delivery is Unknown: requested by one administrator, confirmed by another with the PIN. Also withdraws the request.',
  params: z.object({ bankFileId: recordId }),
  body: fileResolution,
  response: done.extend({ confirmed: z.boolean() }),
});
