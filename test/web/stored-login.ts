import type { BrowserContextOptions } from 'playwright-core';
import type { Tokens } from '../../shared/users/sign-in-attempts.ts';
import { users } from '../../shared/contracts/users.ts';
import { storedTokens, tokenStorageKey } from '../../web/app/token-storage.ts';

/**
 * Stores a login in the browser, for pages that are not about logging in: the tokens come from the portal's endpoint.
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
  const localStorage = [{ name: tokenStorageKey, value: JSON.stringify(storedTokens(tokens)) }];
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}
