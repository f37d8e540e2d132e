import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { text } from '../fields.ts';
import { signOnPolicy } from './sign-on.ts';

/** Domain names in lowercase, without a trailing dot. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
    'Enter a domain, such as example.com.',
  )
  // suffixes under which registries sell domains
  .regex(
    /^(?!(ac|co|com|edu|gob|gov|mil|net|ne|or|org)\.[a-z]{2}$)/,
    'Enter the domain of your organization.',
  );

const https = (label: string) =>
  text(label, { max: 500 }).refine(
    // the function refuses addresses of this machine except under `npm start`
    (value) => /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(value),
    `${label} must begin with https://.`,
  );

const oidcForm = z.object({
  protocol: z.literal('oidc'),
  /** OpenID Connect issuer; its configuration is read from `/.well-known/openid-configuration`. */
  issuer: https('Issuer'),
  clientId: text('Client ID', { max: 200 }),
  /** A secret, or a private key in PEM format. Empty: the stored one stays. */
  clientSecret: text('Client secret', { max: 4000, required: false, lines: true }),
  /** Calendar date on which the secret expires, as the provider shows it. */
  secretExpiresOn: z.iso.date().nullable(),
});

const samlForm = z.object({
  protocol: z.literal('saml'),
  /** Address or text of the provider's SAML 2.0 metadata; one of both. */
  metadataAddress: text('Metadata address', { max: 500, required: false }),
  metadata: text('Metadata', { max: 200_000, required: false, lines: true }),
});

export const identityProviderForm = z.object({
  provider: z.discriminatedUnion('protocol', [oidcForm, samlForm]),
  policy: signOnPolicy,
  version: recordVersion,
});

/** A log-in between its start in the browser and its completion, valid once and for ten minutes. */
export const providerLogin = z.object({
  /** Digest of `state`, or of the token of an emailed link. */
  stateHash: z.string(),
  purpose: z.enum(['login', 'trial', 'step-up', 'link']),
  partnerId: z.string(),
  protocol: z.enum(['oidc', 'saml']),
  issuer: z.string(),
  /** Version of the provider; a log-in continues with a newer one of the same issuer, a trial does not. */
  providerId: z.string(),
  binding: z.string(),
  nonce: z.string(),
  /** PKCE verifier. */
  verifier: z.string(),
  /** ID of the SAML request. */
  requestId: z.string(),
  redirectUrl: z.string().optional(),
  userName: z.string(),
  startedAt: z.int(),
  /** Caller of a trial or proof, or the user of a link or invitation. */
  userId: z.string().optional(),
  session: z.string().optional(),
  action: z.string().optional(),
  /** Verified SAML response, or the reason of its refusal, until the browser completes the log-in with the ticket. */
  received: z
    .object({ ticketHash: z.string(), identity: z.unknown().optional(), problem: z.string().optional() })
    .optional(),
  /** Key of the identity of a link. */
  identityKey: z.string().optional(),
  /** Unix time in seconds. */
  expiresAt: z.int(),
  version: recordVersion,
});
export type ProviderLogin = z.output<typeof providerLogin>;
