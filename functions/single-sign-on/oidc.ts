import { constants, createPrivateKey, createPublicKey, verify, webcrypto } from 'node:crypto';
import * as client from 'openid-client';
import type { ProviderLogin } from '../../shared/single-sign-on/identity-provider.ts';
import { requiredClass, type StoredProvider } from '../../shared/single-sign-on/sign-on.ts';
import type { ProviderIdentity } from '../../shared/single-sign-on/who-may-log-in.ts';
import { isLocal, requireAddress } from '../../shared/integrations/webhooks/webhook.ts';
import { Refusal } from '../../shared/refusal.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { connectionError, guardedFetch, allowsLocal } from '../platform/guarded-fetch.ts';
import { endAfter, milliseconds } from '../platform/time-and-chance.ts';

// All requests of a log-in to its provider together end after four seconds, so that the person reads a sentence within
// five.
const providerMs = 4000;

/** How long the configuration of an issuer is cached. Keys are read for each log-in, because they rotate at any time. */
const cacheMs = 600_000;

const clockToleranceSeconds = 60;

/** An error of the provider or its settings, as a sentence for the partner's IT department. */
export class ProviderError extends Error {}

type Fetch = ReturnType<typeof guardedFetch>;
type Metadata = client.ServerMetadata;

const cached = new Map<string, { metadata: Metadata; until: number }>();

const isLocalAddress = ({ protocol, hostname }: URL): boolean => allowsLocal() && isLocal(protocol, hostname);

const insecure = () => (allowsLocal() ? [client.allowInsecureRequests] : []);

const otherIssuer =
  'The configuration at this address names another issuer. Enter the issuer of your own tenant.';

async function metadataOf(issuer: string, send: Fetch): Promise<Metadata> {
  const entry = cached.get(issuer);
  if (entry && milliseconds() < entry.until) return entry.metadata;
  requireAddress(issuer, allowsLocal());
  const discovered = await client.discovery(new URL(issuer), 'wellport', undefined, client.None(), {
    [client.customFetch]: send,
    execute: insecure(),
  });
  const metadata: Metadata = { ...discovered.serverMetadata() };
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new ProviderError(otherIssuer);
  cached.set(issuer, { metadata, until: milliseconds() + cacheMs });
  return metadata;
}

/** A private key in PEM format authenticates by `private_key_jwt`, any other text as the client's secret. */
async function authenticationOf(
  secret: string,
  { token_endpoint_auth_methods_supported: methods }: Partial<Metadata>,
): Promise<client.ClientAuth> {
  if (!secret.includes('PRIVATE KEY'))
    return methods && !methods.includes('client_secret_basic')
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret);
  const key = createPrivateKey(secret);
  const imported = await webcrypto.subtle.importKey(
    'pkcs8',
    key.export({ type: 'pkcs8', format: 'der' }),
    key.asymmetricKeyType === 'ec'
      ? { name: 'ECDSA', namedCurve: 'P-256' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return client.PrivateKeyJwt(imported as client.CryptoKey);
}

/** Throws ('invalid') for a key that is not private, cannot be read, or is neither P-256 nor RSA of 2,048 bits. */
export async function requireSecret(secret: string): Promise<void> {
  try {
    const key = secret.includes('-----BEGIN') ? createPrivateKey(secret) : undefined;
    if ((key?.asymmetricKeyDetails?.modulusLength ?? 2048) < 2048) throw new Error('the key is too short');
    await authenticationOf(secret, {});
  } catch {
    throw new Refusal(
      'invalid',
      'The private key cannot be read. Paste an RSA key of 2,048 bits or more, or a P-256 key, in PEM format without a password.',
      'provider.clientSecret',
    );
  }
}

async function configurationOf(
  provider: Pick<StoredProvider, 'issuer' | 'clientId'>,
  secret: string,
): Promise<client.Configuration> {
  const send = guardedFetch(endAfter(providerMs));
  const metadata = await metadataOf(provider.issuer, send);
  const configuration = new client.Configuration(
    { ...metadata },
    provider.clientId ?? '',
    { [client.clockTolerance]: clockToleranceSeconds },
    await authenticationOf(secret, metadata),
  );
  configuration[client.customFetch] = send;
  for (const extend of [...insecure(), client.enableNonRepudiationChecks]) extend(configuration);
  return configuration;
}

export const redirectAddress = (): string => `${process.env.SITE_ADDRESS ?? ''}/login/company`;

/** Runs requests to a provider; every error becomes a `ProviderError`. */
async function withProvider<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(describeError(error), { cause: error });
  }
}

interface ErrorDetail {
  message?: string;
  code?: string;
  error?: string;
  error_description?: string;
  cause?: ErrorDetail;
  claim?: string;
  claims?: Record<string, unknown>;
  expected?: unknown;
  header?: { kid?: string };
}

const timeErrors: Readonly<Record<string, string>> = {
  nbf: 'The ID token is not valid yet. Check the clock of the provider.',
  auth_time: 'The provider did not require a new log-in (auth_time is too old).',
  exp: 'The ID token has expired. Check the clock of the provider.',
};

/** Returns the description of an error of openid-client in the words of an administrator of the provider. */
function describeError(thrown: unknown): string {
  const connection = connectionError(thrown);
  if (connection !== undefined) return connection;
  const { code, cause, error, error_description: description = '' } = thrown as ErrorDetail;
  const detail: ErrorDetail = cause?.cause ?? cause ?? {};
  // anyone can write the parameters of a redirect
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return `The browser returned with the error "${visibleText(`${error}: ${description}`).slice(0, 200)}".`;
  if (error !== undefined) return `The provider responded with the error ${error}. ${description}`.trim();
  switch (code) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return timeErrors[detail.claim ?? 'auth_time'] ?? 'The times of the ID token are not valid.';
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return `The claim ${detail.claim ?? ''} of the ID token has another value than the settings or this log-in.`;
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return otherIssuer;
    case 'OAUTH_KEY_SELECTION_FAILED':
      return `The key set of the provider does not contain one key of this ID token (kid ${detail.header?.kid ?? 'missing'}).`;
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return 'The provider responded with an unexpected HTTP status.';
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return 'The ID token is not signed with a public key, such as by RS256 or ES256.';
    default:
      return `The response of the provider does not follow OpenID Connect: ${cause?.message ?? code ?? 'unknown error'}.`;
  }
}

/** Reads the configuration of a provider. Throws ProviderError unless a log-in is possible with it. */
export const checkIssuer = (issuer: string): Promise<void> =>
  withProvider(async () => {
    const metadata = await metadataOf(issuer, guardedFetch(endAfter(providerMs)));
    if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
      throw new ProviderError(
        'The configuration of the issuer names no authorization_endpoint, token_endpoint, or jwks_uri.',
      );
  });

export const oidcAddress = (
  provider: StoredProvider,
  secret: string,
  login: Pick<ProviderLogin, 'nonce' | 'verifier' | 'purpose' | 'userName'>,
  state: string,
): Promise<string> =>
  withProvider(async () => {
    const configuration = await configurationOf(provider, secret);
    const contextClass = requiredClass(provider.policy, login.purpose);
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectAddress(),
      scope: 'openid email profile',
      state,
      nonce: login.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
      code_challenge_method: 'S256',
      ...(login.userName.includes('@') && { login_hint: login.userName }),
      ...(login.purpose === 'step-up' && { prompt: 'login', max_age: '0' }),
      ...(contextClass !== undefined && { acr_values: contextClass }),
    }).href;
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Tenants of Entra ID have issuers of their own and send no `email_verified`. */
const isTenantOfEntra = (issuer: string): boolean =>
  /^https:\/\/(login\.microsoftonline\.com|sts\.windows\.net)\/[\da-f-]{36}(\/v2\.0)?\/?$/.test(issuer);

/**
 * Returns whether the provider verified the address. Without a claim about it, only a single tenant of Entra ID counts:
 * its administrators assign the addresses, and the partner's proven domains limit them (who-may-log-in.ts).
 */
export function isEmailVerified(issuer: string, claims: Record<string, unknown>): boolean {
  // Google verifies an address once; only accounts of a Workspace (hosted domain) belong to the domain's owner
  if (issuer === 'https://accounts.google.com' && typeof claims.hd !== 'string') return false;
  if (claims.email_verified !== undefined) return claims.email_verified === true;
  if (claims.xms_edov !== undefined) return [true, 1, '1', 'true'].includes(claims.xms_edov as never);
  return isTenantOfEntra(issuer);
}

const identityOf = (claims: client.IDToken): ProviderIdentity => ({
  protocol: 'oidc',
  issuer: claims.iss,
  subject: claims.sub,
  email: textOrNull(claims.email)?.toLowerCase() ?? null,
  emailVerified: isEmailVerified(claims.iss, claims),
  externalIds: [claims.oid, claims.sub].flatMap((id) => textOrNull(id) ?? []),
  claims: Object.entries(claims).map(([name, value]) => ({ name, value: textOf(value) })),
  authenticatedAt: claims.auth_time ?? null,
  contextClass: textOrNull(claims.acr),
  providerSession: textOrNull(claims.sid),
});

/** Exchanges the code of a redirect, and returns the person after every check of the response and the ID token. */
export const oidcIdentity = (
  provider: StoredProvider,
  secret: string,
  login: ProviderLogin,
  { state, query }: { state: string; query: string },
): Promise<ProviderIdentity> =>
  withProvider(async () => {
    const configuration = await configurationOf(provider, secret);
    const { end_session_endpoint: endSession, userinfo_endpoint: userInfo } = configuration.serverMetadata();
    const tokens = await client.authorizationCodeGrant(
      configuration,
      new URL(`${redirectAddress()}?${query.replace(/^\?/, '')}`),
      {
        expectedState: state,
        expectedNonce: login.nonce,
        pkceCodeVerifier: login.verifier,
        ...(login.purpose === 'step-up' && { maxAge: 300 }),
      },
    );
    const claims = tokens.claims();
    if (!claims) throw new ProviderError('The provider returned no ID token.');
    if (claims.iat > milliseconds() / 1000 + clockToleranceSeconds) throw new ProviderError(timeErrors.nbf);
    if (claims.sub === '') throw new ProviderError('The claim sub of the ID token is empty.');
    // the library checks it for several audiences only
    if (claims.azp !== undefined && claims.azp !== provider.clientId)
      throw new ProviderError('The claim azp of the ID token names another client.');
    // Okta and Ping omit the address from ID tokens that come with an access token
    const further =
      claims.email === undefined && userInfo !== undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(() => ({}))
        : {};
    return {
      ...identityOf({ ...further, ...claims }),
      ...logoutAddressOf(endSession, provider.clientId),
    };
  });

/** Returns the log-out page (OpenID Connect RP-Initiated Logout 1.0), which the browser opens: none but a web page. */
function logoutAddressOf(
  endSession: string | undefined,
  clientId: string | null,
): { logoutAddress?: string } {
  const address = URL.parse(endSession ?? '');
  if (!address || !(address.protocol === 'https:' || isLocalAddress(address))) return {};
  address.searchParams.set('client_id', clientId ?? '');
  address.searchParams.set('post_logout_redirect_uri', `${process.env.SITE_ADDRESS ?? ''}/`);
  return { logoutAddress: address.href };
}

type SigningKey = webcrypto.JsonWebKey & { kid?: string };

/** Returns the claims of a token with a signature by a public key; throws for any other one. */
function signedClaims(token: string, keys: readonly SigningKey[]): Record<string, unknown> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const parsed = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
  const { alg, kid } = parsed(header);
  const [, family = '', bits = ''] = /^(RS|PS|ES)(256|384|512)$/.exec(String(alg)) ?? [];
  const jwk = keys.find(
    (candidate) => candidate.kid === kid && candidate.kty === (family === 'ES' ? 'EC' : 'RSA'),
  );
  const isSigned =
    bits !== '' &&
    jwk !== undefined &&
    verify(
      `sha${bits}`,
      Buffer.from(`${header}.${payload}`),
      {
        key: createPublicKey({ key: jwk, format: 'jwk' }),
        dsaEncoding: 'ieee-p1363',
        ...(family === 'PS' && {
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        }),
      },
      Buffer.from(signature, 'base64url'),
    );
  if (!isSigned) throw new ProviderError('The logout token is not signed with a key of the provider.');
  return parsed(payload);
}

const logoutTokenSeconds = 300;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** A verified logout token: the subject, the provider's session, or both. */
interface EndedSession {
  subject: string | null;
  providerSession: string | null;
  tokenId: string;
}

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export const verifyLogoutToken = (
  { issuer, clientId }: Pick<StoredProvider, 'issuer' | 'clientId'>,
  token: string,
): Promise<EndedSession> =>
  withProvider(async () => {
    const send = guardedFetch(endAfter(providerMs));
    const metadata = await metadataOf(issuer, send);
    const { keys } = (await (await send(metadata.jwks_uri ?? '')).json()) as { keys: SigningKey[] };
    const claims = signedClaims(token, keys);
    const age = milliseconds() / 1000 - Number(claims.iat);
    const { exp = Infinity } = claims as { exp?: number };
    const isCurrent =
      age > -clockToleranceSeconds &&
      age < logoutTokenSeconds &&
      exp > milliseconds() / 1000 - clockToleranceSeconds;
    const events = claims.events as Record<string, unknown> | undefined;
    const [subject, providerSession, tokenId] = [claims.sub, claims.sid, claims.jti].map(textOrNull);
    if (claims.iss !== metadata.issuer || ![claims.aud].flat().includes(clientId) || !isCurrent)
      throw new ProviderError('The logout token has another issuer or audience, or is too old.');
    if (typeof events?.[logoutEvent] !== 'object' || 'nonce' in claims || !tokenId)
      throw new ProviderError('The logout token has no logout event, no jti, or a nonce.');
    if (!subject && !providerSession)
      throw new ProviderError('The logout token names neither a subject nor a session.');
    return { subject: subject ?? null, providerSession: providerSession ?? null, tokenId };
  });
