import { users } from '../shared/users/contract.ts';
import { signInName } from '../shared/users/sign-in.ts';
import { callApi } from './api.ts';
import type { Me } from './session.tsx';

// Apart from the session, so that a visitor loads no contract.

export const loadMe = (): Promise<Me> => callApi(users.me, {});

/** Signs in and keeps the tokens; returns the person, and the address of our own that the server would go on to. */
export async function enter(
  userName: string,
  password: string,
  wanted: string | undefined,
): Promise<{ me: Me; redirectUrl: string | null }> {
  const body = { userName, password, redirectUrl: wanted?.slice(0, 2000) };
  const { tokens, redirectUrl } = await callApi(users.login, { body });
  const { keepTokens } = await import('./sign-in.ts');
  await keepTokens(signInName(userName), tokens);
  return { me: await loadMe(), redirectUrl };
}
