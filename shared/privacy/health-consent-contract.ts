import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { done } from '../page.ts';
import { consentState } from '../members/health-consent.ts';
import { onWire } from '../wire-names.ts';

const memberId = onWire('memberGuid', z.string());
const ofMember = z.object({ memberId: onWire('memberGuid', recordId) });

/** The consent for consumer health data of memberships in states that require it. */
export const healthConsentEndpoints = {
  healthConsents: endpoint({
    method: 'GET',
    path: '/privacy/health-consents',
    roles: ['member'],
    ownership: 'own',
    summary: "Lists the caller's memberships in states that require consent for consumer health data.",
    response: z.array(
      z.object({
        memberId,
        clubName: z.string().nullable(),
        partnerName: z.string(),
        state: consentState,
        givenOn: z.string().nullable(),
        withdrawnOn: z.string().nullable(),
      }),
    ),
  }),
  giveHealthConsent: endpoint({
    method: 'POST',
    path: '/privacy/health-consents/give',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Records the consents to collect and to share consumer health data; visits count from today.',
    body: ofMember.extend({ collection: z.literal(true), sharing: z.literal(true) }),
    response: done,
  }),
  withdrawHealthConsent: endpoint({
    method: 'POST',
    path: '/privacy/health-consents/withdraw',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: 'Withdraws the consents: visits are no longer collected or shared.',
    body: ofMember,
    response: done,
  }),
};
