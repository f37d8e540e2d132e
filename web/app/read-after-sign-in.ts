import { useEffect } from 'react';
import { CallError } from './call-error.ts';
import { signInMemory } from './sign-in-memory.ts';

/** Was this refused because nobody is logged in any more? The sign-in popup is open then. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.status === 401;

/** Reads again, once somebody has logged in again, what was refused because their session had ended. */
export function useReadAfterSignIn(error: unknown, read: () => Promise<unknown>): void {
  const isOver = isSessionOver(error);
  useEffect(() => (isOver ? signInMemory.onSignedIn(() => void read()) : () => {}), [isOver, read]);
}
