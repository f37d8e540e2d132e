import * as z from 'zod';
import { visitEmailForm } from '../accounts/visit-emails.ts';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { done } from '../page.ts';
import { onWire } from '../wire-names.ts';

const memberId = onWire('memberGuid', recordId);

/** Settings of emails about visits, and the link that stops them. */
export const visitEmailEndpoints = {
  emailChoices: endpoint({
    method: 'GET',
    path: '/visits/emails',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Returns which emails about visits a membership receives.',
    query: z.object({ memberId }),
    response: visitEmailForm,
  }),
  saveEmailChoices: endpoint({
    method: 'PUT',
    path: '/visits/emails',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Selects the emails about visits that a membership receives.',
    body: visitEmailForm.extend({ memberId }),
    response: done,
  }),
  stopEmails: endpoint({
    method: 'POST',
    path: '/visits/emails/stop',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Stops the emails about visits of a membership by the link of such an email, without a login (RFC 8058).',
    query: z.object({ memberId, token: z.string().min(1).max(100) }),
    response: done,
  }),
};
