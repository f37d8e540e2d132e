import { JwtVerifier } from 'aws-jwt-verify';
import type { Ports } from './ports.ts';
import { localIssuer, localPool } from './user-pool.ts';

/** What API Gateway's JWT authorizer does: the claims of a good token of this pool and client, else undefined. */
export function authorizer(
  ports: Ports,
): (header: string | undefined) => Promise<Record<string, unknown> | undefined> {
  const issuer = localIssuer(ports);
  const verifier = JwtVerifier.create({
    issuer,
    audience: localPool.clientId,
    jwksUri: `${issuer}/.well-known/jwks.json`,
  });
  return async (header) => {
    const token = header?.replace(/^Bearer /, '');
    if (!token) return undefined;
    try {
      const claims = await verifier.verify(token);
      const groups = claims['cognito:groups'];
      // HTTP APIs hand lists over as this text
      return { ...claims, ...(Array.isArray(groups) && { 'cognito:groups': `[${groups.join(' ')}]` }) };
    } catch {
      return undefined;
    }
  };
}
