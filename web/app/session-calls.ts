import { users } from '../../shared/users/contract.ts';
import { signInName } from '../../shared/users/sign-in.ts';
import { callApi } from './api.ts';
import type { Me } from './session.tsx';

// Apart from the session, so that a visitor loads no contract.

export const loadMe = (): Promise<Me> => callApi(users.me, {});

/** What somebody shows to come in: the password first, and then, where one is asked for, the code of their app. */
export type Credentials = { password: string } | { challenge: string; code: string };

/** In, with the address of our own that the server would go on to; or a challenge that waits for a code. */
export type SignInResult = { me: Me; redirectUrl: string | null } | { challenge: string };

/**
 * Signs in and keeps the tokens; see `SignInResult` for what comes back. `replaceSession` ends what was under way with
 * an earlier sign-in, once the new one is good.
 */
export async function signIn(
  userName: string,
  credentials: Credentials,
  wanted: string | undefined,
  replaceSession: () => Promise<void>,
): Promise<SignInResult> {
  const redirectUrl = wanted?.slice(0, 2000);
  const answer =
    'code' in credentials
      ? await callApi(users.loginCode, { body: { ...credentials, redirectUrl } })
      : await callApi(users.login, { body: { userName, ...credentials, redirectUrl } });
  if ('challenge' in answer) return { challenge: answer.challenge };
  const { keepTokens } = await import('./sign-in.ts');
  await replaceSession();
  await keepTokens(signInName(userName), answer.tokens);
  return { me: await loadMe(), redirectUrl: answer.redirectUrl };
}
