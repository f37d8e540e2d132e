import { Amplify } from 'aws-amplify';
import { decodeJWT, fetchAuthSession, signOut } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { defaultStorage } from 'aws-amplify/utils';
import type { Tokens } from '../../shared/users/sign-in.ts';
import { siteConfig } from './config.ts';
import { milliseconds } from './time-and-chance.ts';

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

export const leave = (): Promise<void> => signOut();

/** The token for the API, refreshed when it is old; undefined when nobody is signed in. */
export async function currentToken(): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession();
  return tokens?.idToken?.toString();
}
