import { useEffect } from 'react';
import { CallError } from './call-error.ts';
import { authClient } from './auth-client.ts';

/** Returns whether a request failed because the session has ended; the login popup is open then. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Refetches after login if the request had failed because the session ended. */
export function useRefetchAfterSignIn(error: unknown, read: () => Promise<unknown>): void {
  const isOver = isSessionOver(error);
  useEffect(() => (isOver ? authClient.onSignedIn(() => void read()) : () => {}), [isOver, read]);
}
