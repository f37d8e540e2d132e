import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { text } from '../../fields.ts';
import { recordId } from '../../ids.ts';
import { done } from '../../page.ts';
import { enteredPin } from '../../users/pin.ts';
import { resolutionOutcomes } from '../bank-file.ts';

/**
 * What an administrator found out about a file, or that the request is withdrawn. The PIN is needed to confirm what
 * another one asked for.
 */
export const fileResolution = z.object({
  outcome: z.enum([...resolutionOutcomes, 'withdrawn']),
  note: text('What the bank said', { max: 500 }),
  pin: enteredPin.optional(),
});

export const resolveFile = endpoint({
  method: 'POST',
  path: '/bankfiles/{bankFileId}/resolve',
  roles: ['systemAdmin'],
  summary:
    'Says whether a file whose delivery is Unknown arrived: asked by one administrator, confirmed by another with the PIN; or withdraws the request.',
  params: z.object({ bankFileId: recordId }),
  body: fileResolution,
  response: done.extend({ confirmed: z.boolean() }),
});
