import { isUnexpired, tokenStorage, tokenStorageKey } from './token-storage.ts';

type Listener = () => void;

const requestListeners = new Set<Listener>();
const signInListeners = new Set<Listener>();
let hasSignedOut = false;

/** Returns whether this browser has tokens; false during prerendering. */
const hasStoredSession = (): boolean =>
  typeof localStorage !== 'undefined' && localStorage.getItem(tokenStorageKey) !== null;

/** Connects the API client with signing in, without loading the authentication code for guests. */
export const authClient = {
  hasStoredSession,
  /** Returns the bearer token; undefined for guests. */
  token: async (): Promise<string | undefined> => {
    const stored = tokenStorage.load();
    // the authentication code only exchanges tokens
    if (!stored || isUnexpired(stored)) return stored?.accessToken;
    return (await import('./sign-in.ts')).currentToken();
  },
  /** Opens the login popup after a 401, unless the user has logged out: late responses must not stop the redirect. */
  requestSignIn: (): void => {
    if (!hasSignedOut) requestListeners.forEach((listener) => listener());
  },
  onSignInRequest: (listener: Listener): (() => void) => {
    requestListeners.add(listener);
    return () => void requestListeners.delete(listener);
  },
  /** Retries the requests that failed with 401. */
  notifySignedIn: (): void => {
    hasSignedOut = false;
    signInListeners.forEach((listener) => listener());
  },
  notifySignedOut: (): void => {
    hasSignedOut = true;
  },
  onSignedIn: (listener: Listener): (() => void) => {
    signInListeners.add(listener);
    return () => void signInListeners.delete(listener);
  },
};
