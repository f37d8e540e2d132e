import { JwtVerifier } from 'aws-jwt-verify';
import type { Ports } from './ports.ts';
import { localIssuer, localPool } from './user-pool.ts';

type Claims = Record<string, unknown>;
type Jwks = Parameters<ReturnType<typeof JwtVerifier.create>['cacheJwks']>[0];

/**
 * Returns the claims of a valid token of this pool and client, as API Gateway's JWT authorizer does; otherwise
 * undefined.
 */
export function authorizer(ports: Ports): (header: string | undefined) => Promise<Claims | undefined> {
  const issuer = localIssuer(ports);
  const jwksUri = `${issuer}/.well-known/jwks.json`;
  const verifier = JwtVerifier.create({
    issuer,
    // API Gateway compares `client_id` where a token has no `aud`, as in access tokens
    audience: null,
    customJwtCheck: ({ payload: { aud, client_id } }) => {
      if ((aud ?? client_id) !== localPool.clientId) throw new Error('the token is of another client');
    },
    jwksUri,
  });
  // the verifier itself fetches keys over https only
  let keys: Promise<void> | undefined;
  const fetchKeys = async () => verifier.cacheJwks((await (await fetch(jwksUri)).json()) as Jwks);
  return async (header) => {
    const token = header?.replace(/^Bearer /, '');
    if (!token) return undefined;
    await (keys ??= fetchKeys());
    try {
      const claims = await verifier.verify(token);
      const groups = claims['cognito:groups'];
      // HTTP APIs hand lists over as this text
      return {
        ...claims,
        ...(Array.isArray(groups) && { 'cognito:groups': `[${groups.map(String).join(' ')}]` }),
      };
    } catch {
      return undefined;
    }
  };
}
