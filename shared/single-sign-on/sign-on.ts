import * as z from 'zod';
import { type CalendarDate, daysBetween } from '../calendar.ts';
import { recordVersion } from '../ids.ts';

const protocolIds = ['oidc', 'saml'] as const;
export type IdentityProtocol = (typeof protocolIds)[number];

/** Who may log in with which credentials at a partner. Two managers keep their password when it is required. */
export const signOnPolicy = z.object({
  isRequired: z.boolean(),
  /** User IDs of the managers who keep a password; exactly two if required. */
  breakGlassUserIds: z.array(z.string().max(100)).max(2),
  /** Confirming a sensitive action is a new log-in at the provider. */
  stepUpAtProvider: z.boolean(),
  /** Authentication context class (`acr`, AuthnContextClassRef) that the provider confirms; empty for any. */
  contextClass: z
    .string()
    .trim()
    .max(200)
    // `acr_values` is a list with spaces between its classes
    .regex(/^[!-~]*$/, 'Enter one class, without spaces.')
    .optional(),
  /** The class is required at each log-in, not only at trials and confirmations. */
  requiresClassAtLogIn: z.boolean().optional(),
  /** Longest session in hours; null for the portal's own. */
  sessionHours: z.int().min(1).max(720).nullable(),
  /** Idle timeout in minutes; null for the portal's own, which it never exceeds. */
  idleMinutes: z.int().min(5).max(43_200).nullable(),
  /** A person of a proven domain who is not on the roster can ask for enrollment. */
  canRequestEnrollment: z.boolean(),
});
export type SignOnPolicy = z.output<typeof signOnPolicy>;

/** Returns the authentication context class that a log-in requests and the provider must confirm. */
export const requiredClass = (
  { contextClass, requiresClassAtLogIn }: SignOnPolicy,
  purpose: 'login' | 'trial' | 'step-up' | 'link',
): string | undefined =>
  purpose === 'login' && !requiresClassAtLogIn ? undefined : contextClass || undefined;

/** Returns the limits of a session that began at an instant (seconds). */
export const sessionLimits = (
  { sessionHours, idleMinutes }: SignOnPolicy,
  startedAt: number,
): { endsAt?: number; idleMinutes?: number } => ({
  ...(sessionHours !== null && { endsAt: startedAt + sessionHours * 3600 }),
  ...(idleMinutes !== null && { idleMinutes }),
});

export const storedProvider = z.object({
  /** Identifies this version: a trial counts for one version only. */
  id: z.string(),
  protocol: z.enum(protocolIds),
  /** OpenID Connect: `issuer`. SAML: entity ID. */
  issuer: z.string(),
  clientId: z.string().nullable(),
  /** Encrypted client secret or private key (functions/users/sign-on-store.ts). */
  sealedSecret: z.string().nullable(),
  secretExpiresOn: z.string().nullable(),
  metadataAddress: z.string().nullable(),
  /** SAML: address of the single sign-on service (HTTP-Redirect), and the certificates of signatures in base64 DER. */
  signOnAddress: z.string().nullable(),
  /** SAML: address of the single logout service (HTTP-Redirect), where the provider has one. */
  logoutAddress: z.string().optional(),
  certificates: z.array(z.string()),
  policy: signOnPolicy,
});
export type StoredProvider = z.output<typeof storedProvider>;

/** Values of the fields that a protocol does not use. */
export const unusedFields = {
  clientId: null,
  sealedSecret: null,
  secretExpiresOn: null,
  metadataAddress: null,
  signOnAddress: null,
  certificates: [],
} satisfies Partial<StoredProvider>;

const emailDomain = z.object({
  domain: z.string(),
  token: z.string(),
  provenAt: z.string().nullable(),
  /** First of the consecutive calendar dates on which the record of a proven domain was missing. */
  missingSince: z.string().optional(),
});
export type EmailDomain = z.output<typeof emailDomain>;

export const signOn = z.object({
  partnerId: z.string(),
  active: storedProvider.nullable(),
  /** When the active issuer was turned on (seconds); sessions before that have ended. */
  activeSince: z.int(),
  /** A change that awaits its trial and a second person. */
  draft: storedProvider.extend({ savedBy: z.string(), savedAt: z.string(), isTried: z.boolean() }).nullable(),
  domains: z.array(emailDomain),
  /** Keys of the sent notices that remain due. */
  notices: z.array(z.string()),
  version: recordVersion,
});
export type SignOn = z.output<typeof signOn>;

export const domainOf = (email: string): string => /@([^@\s]+)$/.exec(email.trim().toLowerCase())?.[1] ?? '';

export const requiredNeedsDomain =
  'Required log-ins need a proven email domain: without one, nobody reaches the provider.';

export const provenDomains = ({ domains }: Pick<SignOn, 'domains'>): string[] =>
  domains.flatMap(({ domain, provenAt }) => (provenAt === null ? [] : [domain]));

export const domainRecord = ({ domain, token }: Pick<EmailDomain, 'domain' | 'token'>) => ({
  recordName: `_wellport.${domain}`,
  recordValue: `wellport-domain=${token}`,
});

/** True from the third day in a row without the record of a proven domain: it is announced, and others can prove the domain. */
export const isRecordMissing = ({ missingSince }: Pick<EmailDomain, 'missingSince'>, today: CalendarDate) =>
  missingSince !== undefined && daysBetween(missingSince, today) >= 2;
