import { users } from '../../shared/contracts/users.ts';
import { callApi } from './api.ts';
import { logIn } from './log-in.ts';
import type { Me } from './session-state.ts';

// a module of its own, so that visitors do not load the contract

export const loadMe = (): Promise<Me> => callApi(users.me, {});

export const recordUse = (): Promise<unknown> => callApi(users.recordUse, {});

export type Credentials =
  | { password: string; captcha?: string | undefined }
  | { challenge: string; code: string };

export type SignInResult = { me: Me; redirectUrl: string | null } | { challenge: string };

interface SignInRequest {
  userName: string;
  credentials: Credentials;
  redirectUrl: string | undefined;
  /** Runs after the credentials are accepted, before the tokens are stored. */
  beforeStoring: () => Promise<void>;
}

/** Signs in and stores the tokens. Throws CallError. */
export async function signIn({
  userName,
  credentials,
  redirectUrl: requestedUrl,
  beforeStoring,
}: SignInRequest): Promise<SignInResult> {
  const redirectUrl = requestedUrl?.slice(0, 2000);
  let response =
    'code' in credentials
      ? await callApi(users.loginCode, { body: { ...credentials, redirectUrl } })
      : await logIn({ userName, password: credentials.password, redirectUrl }, credentials.captcha);
  if ('challenge' in response) {
    const { challenge, passkeys } = response;
    if (!passkeys || 'code' in credentials) return { challenge };
    const { signWithPasskey } = await import('./passkey-client.ts');
    const passkey = await signWithPasskey({ challenge, ...passkeys });
    response = await callApi(users.loginPasskey, {
      body: { challenge, passkey, password: credentials.password, redirectUrl },
    });
  }
  const { storeTokens } = await import('./sign-in.ts');
  await beforeStoring();
  await storeTokens(response.tokens);
  return { me: await loadMe(), redirectUrl: response.redirectUrl };
}
