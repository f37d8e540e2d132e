import { Amplify } from 'aws-amplify';
import { decodeJWT, fetchAuthSession, signOut as deleteTokens } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { defaultStorage } from 'aws-amplify/utils';
import type { Tokens } from '../../shared/users/sign-in.ts';
import { users } from '../../shared/contracts/users.ts';
import { siteConfig } from './config.ts';
import { milliseconds, startTimer, stopTimer } from '../platform/time-and-chance.ts';

// loaded at login or with a stored session, never for guests
const { auth } = await siteConfig();
const Auth = {
  Cognito: {
    userPoolId: auth.userPoolId,
    userPoolClientId: auth.clientId,
    ...(auth.endpoint && { userPoolEndpoint: new URL(auth.endpoint, window.location.origin).href }),
  },
};
Amplify.configure({ Auth });

export async function storeTokens(username: string, tokens: Tokens): Promise<void> {
  await signOut();
  const store = new DefaultTokenStore();
  store.setKeyValueStorage(defaultStorage);
  store.setAuthConfig(Auth);
  const accessToken = decodeJWT(tokens.accessToken);
  await store.storeTokens({
    username,
    accessToken,
    idToken: decodeJWT(tokens.idToken),
    refreshToken: tokens.refreshToken,
    clockDrift: (accessToken.payload.iat ?? 0) * 1000 - milliseconds(),
  });
}

/** Logs out on the server, then here; without a response, the session expires on the server later. */
export async function signOut(): Promise<void> {
  await endSession().catch(reportError);
  await deleteTokens();
}

/** Uses `fetch`, because a 401 of `callApi` would open the login popup. */
async function endSession(): Promise<void> {
  const token = await currentToken();
  if (!token) return;
  const { method, path } = users.logout;
  const headers = { authorization: `Bearer ${token}` };
  const timeout = new AbortController();
  const timer = startTimer(() => timeout.abort(), 10_000);
  try {
    const response = await fetch(`/api${path}`, { method, headers, signal: timeout.signal });
    // an unread body keeps the request open
    await response.text();
  } finally {
    stopTimer(timer);
  }
}

/** Returns the API token, refreshed if expired; undefined without a session. */
export async function currentToken(): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession();
  return tokens?.idToken?.toString();
}
