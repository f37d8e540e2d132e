import { accessTokenSeconds, type ApiClient, type ApiSecret } from '../../shared/integrations/api-client.ts';
import { type ApiScope } from '../../shared/api-scopes.ts';
import { digestOf, newToken, sameDigest } from '../platform/digest.ts';
import { hmac } from '../platform/keyed-digest.ts';
import { keyVersions } from '../platform/key-versions.ts';

/** Returns a new secret of a client with the text that is shown once. */
export function newSecret(
  clientId: string,
  { id, createdBy }: Pick<ApiSecret, 'id' | 'createdBy'>,
  now: Date,
): { text: string; secret: ApiSecret } {
  const text = `wellport_${clientId}_${newToken()}`;
  const secret = {
    id,
    hash: digestOf(text),
    ending: text.slice(-4),
    createdAt: now.toISOString(),
    createdBy,
    expiresAt: null,
  };
  return { text, secret };
}

/** Returns the client's ID in a secret; undefined for another text. */
export const clientIdOfSecret = (text: string): string | undefined =>
  /^wellport_([0-9A-Z]{26})_[\w-]{43}$/.exec(text)?.[1];

/** Returns the secret of a list with this text. */
export const secretOf = (text: string, secrets: readonly ApiSecret[]): ApiSecret | undefined =>
  secrets.find(({ hash }) => sameDigest(hash, digestOf(text)));

interface TokenParts {
  clientId: string;
  secretId: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** The requested scopes, joined by "+"; undefined for all scopes of the client. */
  scopes?: string | undefined;
}

const message = ({ clientId, secretId, expiresAt, scopes }: TokenParts): string =>
  ['API access token', clientId, secretId, expiresAt, ...(scopes === undefined ? [] : [scopes])].join('|');

/**
 * The current key, and a later one that is not active everywhere. Tokens of a former key are refused: clients get a new one
 * within the hour anyway.
 */
async function signingKeys(): Promise<Buffer[]> {
  const versions = await keyVersions('invitationKey');
  const current = versions[0]?.version ?? 0;
  return versions.filter(({ version }) => version >= current).map(({ key }) => key);
}

/**
 * Returns an access token: the client, the secret that it was issued for, and its end, with their HMAC. It is not stored,
 * because each request reads the client: its secrets decide whether the token is still valid.
 */
export async function issueToken(
  { id }: Pick<ApiClient, 'id'>,
  { id: secretId }: Pick<ApiSecret, 'id'>,
  now: Date,
  requested: readonly ApiScope[] = [],
): Promise<string> {
  const expiresAt = Math.floor(now.getTime() / 1000) + accessTokenSeconds;
  const scopes = requested.length > 0 ? requested.join('+') : undefined;
  const parts = { clientId: id, secretId, expiresAt, scopes };
  const [mac = ''] = (await signingKeys()).map((key) => hmac(key, message(parts)));
  return ['wpt', id, secretId, expiresAt, ...(scopes === undefined ? [] : [scopes]), mac].join('.');
}

/** Returns the parts of a genuine token that has not expired; otherwise undefined. */
export async function readToken(token: string, now: Date): Promise<TokenParts | undefined> {
  const [, clientId = '', secretId = '', expires = '', scopes, mac = ''] =
    /^wpt\.([0-9A-Z]{26})\.([0-9A-Z]{26})\.(\d{10,11})(?:\.([a-z:+]+))?\.([\w-]{43})$/.exec(token) ?? [];
  const parts = { clientId, secretId, expiresAt: Number(expires), scopes };
  if (mac === '' || parts.expiresAt <= now.getTime() / 1000) return undefined;
  const keys = await signingKeys();
  return keys.some((key) => sameDigest(hmac(key, message(parts)), mac)) ? parts : undefined;
}
