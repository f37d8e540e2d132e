/** Claims of the user pool's tokens. */
export interface Claims {
  sub?: unknown;
  auth_time?: unknown;
  /** ID of the login; refreshed tokens contain it too. */
  origin_jti?: unknown;
  event_id?: unknown;
  exp?: unknown;
  /** `access` or `id`; only access tokens are credentials of the API. */
  token_use?: unknown;
  'cognito:groups'?: unknown;
}

/** Returns the claims of a token that the pool has just issued, without verifying it. */
export const claimsIn = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Claims;

/** Returns the ID of the login. The local user pool omits `origin_jti` and issues one `event_id` per login. */
export const sessionOf = ({ origin_jti, event_id }: Claims): string | undefined =>
  [origin_jti, event_id].find((name) => typeof name === 'string');

/** HTTP APIs pass the groups as the text `[a b]`, other authorizers as a list. */
export const groupsOf = (claims: Claims): string[] => {
  const groups = claims['cognito:groups'];
  if (Array.isArray(groups)) return groups.map(String);
  return typeof groups === 'string'
    ? groups
        .replaceAll(/[[\],]/g, ' ')
        .split(' ')
        .filter(Boolean)
    : [];
};
