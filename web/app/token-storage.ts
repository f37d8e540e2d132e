import type { Tokens } from '../../shared/users/sign-in-attempts.ts';
import { milliseconds } from '../platform/time-and-chance.ts';

export const tokenStorageKey = 'wellport:tokens';

interface StoredTokens extends Tokens {
  /** Unix time in milliseconds by this device's clock. */
  expiresAt: number;
}

function validityMs(accessToken: string): number {
  const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { exp, iat } = JSON.parse(atob(payload)) as { exp: number; iat: number };
  return (exp - iat) * 1000;
}

/** Returns the content of the storage entry. The device's clock may be wrong, so the validity counts from now. */
export const storedTokens = (tokens: Tokens): StoredTokens => ({
  ...tokens,
  expiresAt: milliseconds() + validityMs(tokens.accessToken),
});

/** Expired tokens are exchanged a little early, because the request takes time. */
const earlyMs = 10_000;

export const isUnexpired = ({ expiresAt }: StoredTokens): boolean => milliseconds() < expiresAt - earlyMs;

/** Tokens of this browser, shared by its tabs. Why not in memory: decision 6. */
export const tokenStorage = {
  load: (): StoredTokens | undefined => {
    const text = localStorage.getItem(tokenStorageKey);
    return text === null ? undefined : (JSON.parse(text) as StoredTokens);
  },
  save: (tokens: Tokens): void => localStorage.setItem(tokenStorageKey, JSON.stringify(storedTokens(tokens))),
  clear: (): void => localStorage.removeItem(tokenStorageKey),
};
