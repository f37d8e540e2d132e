import { createSign } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Reply } from './second-factor-proxy.ts';

const { pem } = createRequire(import.meta.url)('cognito-local/lib/keys/cognitoLocal.private.json') as {
  pem: string;
};

interface Result {
  AccessToken: string;
  RefreshToken?: string;
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

function signAgain(token: string, payload: object): string {
  const signed = `${token.split('.')[0]}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(pem, 'base64url')}`;
}

/**
 * Stand-in for `origin_jti`, which cognito-local lacks: a refreshed access token contains the ID and time of its login,
 * as at Cognito. Logins before a restart are unknown, and their refresh tokens are rejected.
 */
export class TokenOrigins {
  private readonly logins = new Map<string, Record<string, unknown>>();

  /** Records the login of a response with a refresh token. */
  note({ body }: Reply): void {
    const { AccessToken = '', RefreshToken } = (body.AuthenticationResult ?? {}) as Partial<Result>;
    if (RefreshToken) this.logins.set(RefreshToken, payloadOf(AccessToken));
  }

  addTo(reply: Reply, refreshToken: string): Reply {
    const login = this.logins.get(refreshToken);
    const result = reply.body.AuthenticationResult as Result | undefined;
    if (!login || !result)
      return { status: 400, body: { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' } };
    const origin = { origin_jti: login.event_id, auth_time: login.auth_time };
    const AccessToken = signAgain(result.AccessToken, { ...payloadOf(result.AccessToken), ...origin });
    return { status: 200, body: { AuthenticationResult: { AccessToken } } };
  }
}
