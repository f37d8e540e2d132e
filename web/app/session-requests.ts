import type { ClientRequest, ResponseOf } from '../../shared/endpoint.ts';
import { users } from '../../shared/contracts/users.ts';
import type { Tokens } from '../../shared/users/sign-in-attempts.ts';
import { deviceHeader, provesWork, workHeader } from '../../shared/users/login-crowd.ts';
import { CallError } from '../platform/call-error.ts';
import { newId } from '../platform/time-and-chance.ts';
import { callApi } from './api.ts';
import type { Me } from './session-state.ts';

// a module of its own, so that visitors do not load the contract

const key = 'wellport-browser';

/** The random ID of this browser, and whether a login succeeded here. Without storage, every login is from a new browser. */
function storedBrowser(): { id: string; isTrusted: boolean } {
  try {
    const [id, trusted] = (localStorage.getItem(key) ?? '').split(' ');
    if (id) return { id, isTrusted: trusted === 'known' };
  } catch {
    // storage is blocked
  }
  return { id: `${newId()}-${newId()}`, isTrusted: false };
}

function storeBrowser(id: string, isTrusted: boolean): void {
  try {
    localStorage.setItem(key, isTrusted ? `${id} known` : id);
  } catch {
    // storage is blocked
  }
}

/** SHA-256 in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the answer of a challenge, after about a second. */
export async function solveWork(seed: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const solution = `${seed}:${number}`;
    if (provesWork(await hashOf(solution))) return solution;
  }
}

type Body = ClientRequest<typeof users.login>['body'];
type Result = ResponseOf<typeof users.login>;

/** Logs in by password: on the endpoint of known browsers if this is one, and after a challenge if one is required. */
async function logIn(body: Body, captcha: string | undefined): Promise<Result> {
  const { id, isTrusted } = storedBrowser();
  const headers = { [deviceHeader]: id, ...(captcha && { 'captcha-response': captcha }) };
  const result = (isTrusted && (await onDevice(body, headers))) || (await afterChallenge(body, headers));
  storeBrowser(id, true);
  return result;
}

/** Returns undefined if the server does not know this browser for this name. */
async function onDevice(body: Body, headers: Record<string, string>): Promise<Result | undefined> {
  try {
    return await callApi(users.loginOnDevice, { body }, { headers });
  } catch (error) {
    if (error instanceof CallError && error.fields.device) return undefined;
    throw error;
  }
}

async function afterChallenge(body: Body, headers: Record<string, string>): Promise<Result> {
  try {
    return await callApi(users.login, { body }, { headers });
  } catch (error) {
    const seed = error instanceof CallError ? error.fields.work : undefined;
    if (!seed) throw error;
    return callApi(users.login, { body }, { headers: { ...headers, [workHeader]: await solveWork(seed) } });
  }
}

export const loadMe = (): Promise<Me> => callApi(users.me, {});

export const recordUse = (): Promise<unknown> => callApi(users.recordUse, {});

export type Credentials =
  | { password: string; captcha?: string | undefined }
  | { challenge: string; code: string }
  /** The response after a log-in at an identity provider. */
  | { accepted: { tokens: Tokens; redirectUrl: string | null } };

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
  if ('accepted' in credentials) return storeSession(credentials.accepted, beforeStoring);
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
  return storeSession(response, beforeStoring);
}

async function storeSession(
  { tokens, redirectUrl }: { tokens: Tokens; redirectUrl: string | null },
  beforeStoring: () => Promise<void>,
): Promise<SignInResult> {
  const { storeTokens } = await import('./sign-in.ts');
  await beforeStoring();
  await storeTokens(tokens);
  return { me: await loadMe(), redirectUrl };
}
