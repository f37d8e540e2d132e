import { Amplify } from 'aws-amplify';
import { decodeJWT, fetchAuthSession } from 'aws-amplify/auth';
import type { ResponseOf } from '../../shared/endpoint.ts';
import type { Tokens } from '../../shared/users/sign-in-attempts.ts';
import { users } from '../../shared/contracts/users.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { isUnexpired, tokenStorage } from './token-storage.ts';

// loaded at login, log-out, and when the token expires
// Amplify's session consists of the portal's own tokens (decision 6)
Amplify.configure(
  {},
  {
    Auth: {
      tokenProvider: {
        getTokens: async () => {
          const accessToken = await validToken();
          return accessToken === undefined ? null : { accessToken: decodeJWT(accessToken) };
        },
      },
    },
  },
);

/** Returns the API token; undefined without a session. */
export const currentToken = async (): Promise<string | undefined> =>
  (await fetchAuthSession()).tokens?.accessToken.toString();

export async function storeTokens(tokens: Tokens): Promise<void> {
  await signOut();
  tokenStorage.save(tokens);
}

/**
 * Logs out on the server, then here; without a response, the session expires on the server later. Returns the log-out
 * page of the session's identity provider, if it has one.
 */
export async function signOut(): Promise<string | undefined> {
  const providerAddress = await endSession().catch(reportError);
  tokenStorage.clear();
  return providerAddress ?? undefined;
}

/** Uses `fetch`, because a 401 of `callApi` would open the login popup. */
async function post(
  { method, path }: { method: string; path: string },
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; content: unknown }> {
  const timeout = new AbortController();
  const timer = startTimer(() => timeout.abort(), 10_000);
  try {
    const response = await fetch(`/api${path}`, { method, headers, body, signal: timeout.signal });
    // an unread body keeps the request open
    return { status: response.status, content: await response.json() };
  } finally {
    stopTimer(timer);
  }
}

async function endSession(): Promise<string | null | undefined> {
  const token = await currentToken();
  if (!token) return undefined;
  const { content } = await post(users.logout, { authorization: `Bearer ${token}` });
  return (content as ResponseOf<typeof users.logout>).providerAddress;
}

/** Returns the stored token, exchanged if expired; undefined without a session. */
async function validToken(): Promise<string | undefined> {
  const stored = tokenStorage.load();
  if (!stored || isUnexpired(stored)) return stored?.accessToken;
  // once for all tabs: a refresh token is valid once
  return navigator.locks.request('wellport-refresh', async () => {
    const current = tokenStorage.load();
    return current?.refreshToken === stored.refreshToken ? refresh(current) : current?.accessToken;
  });
}

async function refresh({ accessToken, refreshToken }: Tokens): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  try {
    const sent = await post(users.refreshSession, headers, JSON.stringify({ refreshToken }));
    if (sent.status === 200) {
      const { tokens } = sent.content as { tokens: Tokens };
      tokenStorage.save(tokens);
      return tokens.accessToken;
    }
    if (sent.status === 422) {
      tokenStorage.clear();
      return undefined;
    }
  } catch (error) {
    reportError(error);
  }
  // the server did not respond: the request that needs the token reports it
  return accessToken;
}
