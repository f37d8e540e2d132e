import * as z from 'zod';
import { visitEmailForm } from '../accounts/visit-emails.ts';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { done } from '../page.ts';
import { onWire } from '../wire-names.ts';
import { text } from '../fields.ts';
import { passType } from '../media-types.ts';
import { manyTexts } from '../query.ts';

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

/** The code that a club scans or enters. */
export const passCodeForm = z.object({ code: text('Code', { max: 40 }) });

/** The calls of access passes: the phone's and the club's. */
export const accessPasses = {
  isPassOffered: endpoint({
    method: 'GET',
    path: '/visits/pass/offered',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Whether a phone can show a pass for any of the memberships now.',
    query: z.object({ memberIds: onWire('membersGuids', manyTexts(recordId)) }),
    response: z.boolean(),
  }),
  certifyPass: endpoint({
    method: 'POST',
    path: '/visits/pass',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      "Certifies a phone's public key for seven days, so that the phone shows the member's pass; ends that of another phone.",
    body: z.object({
      memberId: onWire('memberGuid', recordId),
      publicKey: z.string().regex(/^B[\w-]{86}$/, 'This is no public key on P-256.'),
      /** The phone renews a pass that it has, and does not take that of another phone. */
      isRenewal: z.boolean().optional(),
    }),
    response: z.object({
      number: z.string(),
      /** The server's public key of this pass: with it the phone makes the codes by itself. */
      serverKey: z.string(),
      certifiedUntil: z.string(),
      memberName: z.string(),
      facilityName: z.string(),
    }),
  }),
  offeredWallets: endpoint({
    method: 'GET',
    path: '/visits/pass/wallets',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Returns the phone wallets that can hold a pass of the membership.',
    query: z.object({ memberId: onWire('memberGuid', recordId) }),
    response: z.object({ apple: z.boolean(), google: z.boolean() }),
  }),
  appleWalletPass: endpoint({
    method: 'GET',
    path: '/visits/pass/apple',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Returns a signed Apple Wallet pass with the barcode of the membership.',
    query: z.object({ memberId: onWire('memberGuid', recordId) }),
    response: 'file',
    mediaTypes: [passType],
  }),
  googleWalletPass: endpoint({
    method: 'GET',
    path: '/visits/pass/google',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Returns the address that saves a pass with the barcode of the membership in Google Wallet.',
    query: z.object({ memberId: onWire('memberGuid', recordId) }),
    response: z.object({ address: z.string() }),
  }),
  scanPass: endpoint({
    method: 'POST',
    path: '/visits/pass/scan',
    roles: ['facilityManager'],
    ownership: 'own',
    summary:
      'Takes the code of an access pass at the own club, once, and counts the visit; a scan without a connection is delivered with its time within a day.',
    body: passCodeForm.extend({ scannedAt: z.iso.datetime().optional() }),
    response: done.extend({ memberName: z.string(), isCounted: z.boolean() }),
  }),
};
