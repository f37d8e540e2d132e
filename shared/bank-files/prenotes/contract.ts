import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { done } from '../../page.ts';
import { enteredPin } from '../../users/pin.ts';
import { bankFlows } from '../bank-flow-table.ts';
import { waitingAccountStates } from '../prenote.ts';

const state = z.enum(waitingAccountStates.map(({ id }) => id));

export const waitingAccountRow = z.object({
  payeeToken: z.string(),
  ownerKind: z.enum(['partner', 'facility', 'member']),
  /** Null for partner and facility accounts. */
  memberId: z.string().nullable(),
  nameOnAccount: z.string(),
  lastFour: z.string(),
  bankFlow: z.enum(bankFlows).nullable(),
  state,
  until: z.string().nullable(),
  changedAt: z.string(),
});
export type WaitingAccountRow = z.output<typeof waitingAccountRow>;

export const listWaitingAccounts = endpoint({
  method: 'GET',
  path: '/bankfiles/accounts',
  roles: ['systemAdmin'],
  summary:
    'Lists waiting bank accounts: prenote needed or pending, new details needed, or recently replaced.',
  query: z.object({ cursor: z.string().max(200).optional() }),
  response: z.object({ items: z.array(waitingAccountRow), nextCursor: z.string().nullable() }),
});

export const prenotesForm = z.object({ bankFlow: z.enum(bankFlows), pin: enteredPin });

export const sendPrenotes = endpoint({
  method: 'POST',
  path: '/bankfiles/prenotes/send',
  roles: ['systemAdmin'],
  summary: 'Sends a file of prenotes ($0.00) for the new and changed accounts of a flow.',
  body: prenotesForm,
  response: done.extend({ message: z.string(), jobId: z.string(), bankFileId: z.string() }),
});
