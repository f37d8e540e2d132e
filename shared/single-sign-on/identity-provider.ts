import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { text } from '../fields.ts';

/** How a partner's identity provider and the portal communicate. */
const protocolIds = ['oidc', 'saml'] as const;
export type IdentityProtocol = (typeof protocolIds)[number];

/** Domain names in lowercase, without a trailing dot. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/, 'Enter a domain, such as example.com.');

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

/** Who may log in with which credentials at a partner. Two managers keep their password when it is required. */
export const signOnPolicy = z.object({
  isRequired: z.boolean(),
  /** User IDs of the managers whose password remains valid; exactly two if required. */
  breakGlassUserIds: z.array(z.string().max(100)).max(2),
  /** Confirming a sensitive action is a new log-in at the provider. */
  stepUpAtProvider: z.boolean(),
  /** Longest session in hours; null for the portal's own. */
  sessionHours: z.int().min(1).max(720).nullable(),
  /** Idle timeout in minutes; null for the portal's own, which it never exceeds. */
  idleMinutes: z.int().min(5).max(43_200).nullable(),
  /** A person of a proven domain who is not on the roster can ask for enrollment. */
  canRequestEnrollment: z.boolean(),
});
export type SignOnPolicy = z.output<typeof signOnPolicy>;

export const identityProviderForm = z.object({
  provider: z.discriminatedUnion('protocol', [oidcForm, samlForm]),
  policy: signOnPolicy,
  version: recordVersion,
});
