import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { invitationToken } from '../enrollment/invitation.ts';
import { partnerId, recordVersion } from '../ids.ts';
import { done } from '../page.ts';
import { text } from '../fields.ts';
import { signedIn } from '../users/sign-in-attempts.ts';
import { stepUpForm } from '../users/step-up.ts';
import { onWire } from '../wire-names.ts';
import { domainName, identityProviderForm } from './identity-provider.ts';
import { signOnPolicy, storedProvider } from './sign-on.ts';

/** SHA-256 (hex) of a secret of the browser that starts a log-in; only this browser can complete it. */
const binding = z.string().regex(/^[0-9a-f]{64}$/);
const redirectUrl = z.string().max(2000).optional();

/** The response of the provider, as the browser received it. */
const providerResponse = z.object({
  state: z.string().max(200),
  browserSecret: z.string().max(200),
  /** OpenID Connect: the query of the redirect, with `code`, `iss`, or `error`. */
  query: z.string().max(8000).optional(),
  /** SAML: the single-use ticket of the redirect. */
  ticket: z.string().max(200).optional(),
});

export const providerLogins = {
  /** The response depends only on the domain of the address, not on whether a person exists. */
  startLogin: endpoint({
    method: 'POST',
    path: '/single-sign-on/start',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Returns where a person with this address logs in: with a password, or at the provider of the employer.',
    body: z.object({
      userName: text('Username or email', { max: 320, required: false }),
      /** Token of an emailed invitation instead: of its employer. */
      invitation: invitationToken.optional(),
      binding,
      redirectUrl,
    }),
    response: z.object({
      /** The provider's log-in page; null for a password. */
      address: z.string().nullable(),
      partnerName: z.string().nullable(),
    }),
  }),
  completeLogin: endpoint({
    method: 'POST',
    path: '/single-sign-on/complete',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Completes a log-in at a provider: a session, or the next step.',
    body: providerResponse,
    response: z.discriminatedUnion('result', [
      signedIn.extend({ result: z.literal('signed in') }),
      z.object({ result: z.literal('confirm by email'), email: z.string() }),
      /** The address of an invited member has an account already: address of the page that adds the membership. */
      z.object({ result: z.literal('enroll'), address: z.string() }),
      z.object({ result: z.literal('requested') }),
    ]),
  }),
  /** The assertion consumer service: redirects (303) to the page that completes the log-in. */
  samlResponse: endpoint({
    method: 'POST',
    path: '/single-sign-on/saml/{partnerID}',
    roles: ['guest'],
    ownership: 'open',
    protocol: 'oauth',
    success: 303,
    summary: 'Receives a SAML response from the browser and redirects to the page that completes the log-in.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({ SAMLResponse: z.string().max(300_000), RelayState: z.string().max(500).optional() }),
    response: 'file',
    mediaTypes: ['text/html'],
  }),
  samlMetadata: endpoint({
    method: 'GET',
    path: '/single-sign-on/saml/{partnerID}/metadata',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns the SAML 2.0 metadata of the portal for a partner.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: 'file',
    mediaTypes: ['application/samlmetadata+xml'],
  }),
  providerLogout: endpoint({
    method: 'POST',
    path: '/single-sign-on/logout/{partnerID}',
    roles: ['guest'],
    ownership: 'open',
    protocol: 'oauth',
    summary: 'Ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0).',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({ logout_token: z.string().max(20_000) }),
    response: z.object({}),
  }),
  confirmLink: endpoint({
    method: 'POST',
    path: '/single-sign-on/link',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Links an existing account with the identity of its provider, by the token of an email.',
    body: z.object({ token: z.string().max(300) }),
    response: done,
  }),
};

const managed = { roles: ['systemAdmin', 'partnerManager'], ownership: { partner: 'partnerId' } } as const;
const params = z.object({ partnerId: onWire('partnerID', partnerId) });
const domainParams = params.extend({ domain: domainName });

/** A provider as its managers see it; never with secrets. */
const listedProvider = storedProvider
  .pick({ protocol: true, issuer: true, clientId: true, metadataAddress: true, secretExpiresOn: true })
  .extend({
    certificates: z.array(z.object({ subject: z.string(), expiresAt: z.string() })),
    policy: signOnPolicy,
  });

const emailDomain = z.object({
  domain: z.string(),
  recordName: z.string(),
  recordValue: z.string(),
  provenAt: z.string().nullable(),
  /** Calendar date since which the record of a proven domain is missing. */
  missingSince: z.string().nullable(),
});

/** A log-in or failure; a failure names the change that the IT department must make. */
const signOnEvent = z.object({
  at: z.string(),
  userName: z.string(),
  isFailure: z.boolean(),
  description: z.string(),
});

export const singleSignOnSettings = {
  settings: endpoint({
    method: 'GET',
    path: '/partners/{partnerID}/single-sign-on',
    ...managed,
    summary:
      'Returns the single sign-on of a partner: provider, waiting change, policy, domains, and last log-ins.',
    params,
    response: z.object({
      partnerName: z.string(),
      active: listedProvider.nullable(),
      /** A saved change that awaits its trial and the confirmation of a second person. */
      draft: listedProvider
        .extend({
          savedByName: z.string(),
          savedAt: z.string(),
          isTried: z.boolean(),
          canConfirm: z.boolean(),
        })
        .nullable(),
      domains: z.array(emailDomain),
      portal: z.object({
        redirectAddress: z.string(),
        logoutAddress: z.string(),
        samlEntityId: z.string(),
        samlAddress: z.string(),
        samlMetadataAddress: z.string(),
      }),
      /** The provider is required, but fewer than two managers have a password for its outage. */
      lacksPasswords: z.boolean(),
      managers: z.array(z.object({ userId: z.string(), fullName: z.string() })),
      events: z.array(signOnEvent),
      version: recordVersion,
    }),
  }),
  saveProvider: endpoint({
    method: 'PUT',
    path: '/partners/{partnerID}/single-sign-on',
    ...managed,
    stepUp: true,
    summary: 'Saves a change of provider and policy, which takes effect when a second person confirms it.',
    params,
    body: identityProviderForm,
    response: done,
  }),
  tryProvider: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/single-sign-on/try',
    ...managed,
    summary: 'Starts a trial log-in with the saved change; it returns every claim and changes nothing.',
    params,
    body: z.object({ binding }),
    response: z.object({ address: z.string() }),
  }),
  confirmProvider: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/single-sign-on/confirm',
    ...managed,
    stepUp: true,
    summary: 'Puts a saved change into effect; only for another person than the one who saved it.',
    params,
    body: z.object({ version: recordVersion }),
    response: done,
  }),
  discardProvider: endpoint({
    method: 'DELETE',
    path: '/partners/{partnerID}/single-sign-on/draft',
    ...managed,
    summary: 'Discards a saved change.',
    params,
    response: done,
  }),
  turnOff: endpoint({
    method: 'DELETE',
    path: '/partners/{partnerID}/single-sign-on',
    ...managed,
    stepUp: true,
    summary: 'Turns single sign-on off: its sessions end, and passwords are valid again.',
    params,
    response: done,
  }),
  addDomain: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/single-sign-on/domains',
    ...managed,
    stepUp: true,
    summary: 'Adds an email domain, which a TXT record must prove.',
    params,
    body: z.object({ domain: domainName }),
    response: done,
  }),
  proveDomain: endpoint({
    method: 'POST',
    path: '/partners/{partnerID}/single-sign-on/domains/{domain}/prove',
    ...managed,
    summary: 'Reads the TXT record of a domain and records the proof.',
    params: domainParams,
    response: done,
  }),
  removeDomain: endpoint({
    method: 'DELETE',
    path: '/partners/{partnerID}/single-sign-on/domains/{domain}',
    ...managed,
    stepUp: true,
    summary: 'Removes an email domain; its people log in with passwords again.',
    params: domainParams,
    response: done,
  }),
  /** Separate from `completeLogin`, because routes for guests have no caller. */
  completeOwnLogin: endpoint({
    method: 'POST',
    path: '/user/single-sign-on/complete',
    roles: ['systemAdmin', 'partnerManager', 'member'],
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Completes a trial or a proof of identity at a provider, for the session that began it.',
    body: providerResponse,
    response: z.discriminatedUnion('result', [
      z.object({ result: z.literal('proof'), proof: z.string() }),
      z.object({
        result: z.literal('trial'),
        partnerId: onWire('partnerID', z.string()),
        claims: z.array(z.object({ name: z.string(), value: z.string() })),
        effect: z.string(),
        problems: z.array(z.string()),
      }),
    ]),
  }),
  beginProviderProof: endpoint({
    method: 'POST',
    path: '/user/stepUp/provider',
    roles: ['partnerManager', 'member'],
    ownership: 'own',
    beforeSecondFactor: true,
    summary: 'Starts a new log-in at the provider of the session, which confirms one action.',
    body: stepUpForm.pick({ action: true }).extend({ binding }),
    response: z.object({ address: z.string() }),
  }),
};
