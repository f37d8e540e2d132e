import { Amplify } from 'aws-amplify';
import { decodeJWT, fetchAuthSession, signOut } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { defaultStorage } from 'aws-amplify/utils';
import type { Tokens } from '../../shared/users/sign-in.ts';
import { users } from '../../shared/users/contract.ts';
import { siteConfig } from './config.ts';
import { milliseconds, startTimer, stopTimer } from './time-and-chance.ts';

// Loaded only when somebody signs in or has signed in before: guests get none of it.
const { auth } = await siteConfig();
const Auth = {
  Cognito: {
    userPoolId: auth.userPoolId,
    userPoolClientId: auth.clientId,
    ...(auth.endpoint && { userPoolEndpoint: new URL(auth.endpoint, window.location.origin).href }),
  },
};
Amplify.configure({ Auth });

/** Gives the tokens of a sign-in to Amplify, which keeps them, refreshes them, and forgets them at sign-out. */
export async function keepTokens(username: string, tokens: Tokens): Promise<void> {
  await leave();
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

/** Logs out on the server, then here; a server that does not respond leaves the session to expire. */
export async function leave(): Promise<void> {
  await endSession().catch(reportError);
  await signOut();
}

/** Not by `callApi`: a refused token means that the session has ended, and must not open the log-in dialog. */
async function endSession(): Promise<void> {
  const token = await currentToken();
  if (!token) return;
  const { method, path } = users.logout;
  const headers = { authorization: `Bearer ${token}` };
  const timeout = new AbortController();
  const timer = startTimer(() => timeout.abort(), 10_000);
  try {
    const response = await fetch(`/api${path}`, { method, headers, signal: timeout.signal });
    // a body that is not read keeps the request open
    await response.text();
  } finally {
    stopTimer(timer);
  }
}

/** The token for the API, refreshed when it is old; undefined when nobody is signed in. */
export async function currentToken(): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession();
  return tokens?.idToken?.toString();
}
