import { decodeJWT } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import type { BrowserContextOptions } from 'playwright-core';
import { localSiteConfig } from '../../infra/local/local-site-config.ts';
import { type Tokens, signInName } from '../../shared/users/sign-in.ts';
import { users } from '../../shared/contracts/users.ts';

/**
 * Stores a login in the browser, for pages that are not about logging in: the tokens come from the portal's endpoint, and
 * Amplify's own storage writes them (web/app/sign-in.ts).
 */
export async function storedLogin(
  address: string,
  email: string,
  password: string,
): Promise<BrowserContextOptions['storageState']> {
  const response = await fetch(`${address}/api${users.login.path}`, {
    method: users.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: email, password }),
  });
  if (!response.ok) throw new Error(`${email} cannot log in: ${response.status} ${await response.text()}`);
  const { tokens }: { tokens: Tokens } = await response.json();
  const entries = new Map<string, string>();
  const store = new DefaultTokenStore();
  store.setKeyValueStorage({
    setItem: async (name, value) => void entries.set(name, value),
    getItem: async (name) => entries.get(name) ?? null,
    removeItem: async (name) => void entries.delete(name),
    clear: async () => entries.clear(),
  });
  const { userPoolId, clientId: userPoolClientId } = localSiteConfig.auth;
  store.setAuthConfig({ Cognito: { userPoolId, userPoolClientId } });
  await store.storeTokens({
    username: signInName(email),
    accessToken: decodeJWT(tokens.accessToken),
    idToken: decodeJWT(tokens.idToken),
    refreshToken: tokens.refreshToken,
    clockDrift: 0,
  });
  const localStorage = Array.from(entries, ([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}
