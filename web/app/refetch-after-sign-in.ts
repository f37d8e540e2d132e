import { useEffect } from 'react';
import { CallError } from './call-error.ts';
import { signInMemory } from './sign-in-memory.ts';

/** Returns whether a request failed because the session has ended; the login popup is open then. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Refetches after login if the request had failed because the session ended. */
export function useRefetchAfterSignIn(error: unknown, read: () => Promise<unknown>): void {
  const isOver = isSessionOver(error);
  useEffect(() => (isOver ? signInMemory.onSignedIn(() => void read()) : () => {}), [isOver, read]);
}
