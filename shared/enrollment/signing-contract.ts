import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { recordId } from '../ids.ts';
import { pdfType } from '../media-types.ts';
import { onWire } from '../wire-names.ts';
import { signingEvents } from './electronic-consent.ts';

const signer = z.object({ memberId: onWire('memberIdGuid', recordId), facilityId: recordId });

/** The member's progress with the text. */
const consentState = z.object({
  /** SHA-256 of the words; what is signed has the same. */
  hash: z.string(),
  opened: z.boolean(),
  read: z.boolean(),
  agreed: z.boolean(),
});

/** The calls on the way to a signature: the words, the code that proves access to them, and what the member did. */
export const signing = {
  agreementText: endpoint({
    method: 'GET',
    path: '/members/memberlegalcontract/text',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      "The words that a member is about to sign for a club, with the club's own rules, and how far they are.",
    query: signer,
    response: consentState.extend({ html: z.string(), needsHealthConsent: z.boolean() }),
  }),
  agreementToRead: endpoint({
    method: 'GET',
    path: '/members/memberlegalcontract/toread',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'The same words as the page displays records, with the code that proves access to them.',
    query: signer,
    response: z.object({ title: z.string(), code: z.string(), html: z.string() }),
  }),
  agreementPreview: endpoint({
    method: 'GET',
    path: '/members/memberlegalcontract/preview',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'The same words and the same code as a PDF, to save or print.',
    query: signer,
    response: 'file',
    mediaTypes: [pdfType],
  }),
  recordConsent: endpoint({
    method: 'POST',
    path: '/members/memberlegalcontract/consent',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Keeps that the words were opened, read to the end, or that signing electronically was agreed to.',
    body: signer.extend({
      hash: z.string().max(64),
      event: z.enum(signingEvents),
      /** The code at the top of the words; required only for agreeing. */
      code: text('Code', { max: 20, required: false }),
    }),
    response: consentState,
  }),
};
