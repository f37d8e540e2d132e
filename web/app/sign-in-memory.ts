type Listener = () => void;

const listeners = new Set<Listener>();
const signInListeners = new Set<Listener>();
let hasLeft = false;

/** Amplify keeps its tokens under this name: somebody has signed in on this browser. */
const remembered = (): boolean =>
  // a page that is drawn when the site is built is nobody's
  typeof localStorage !== 'undefined' &&
  Object.keys(localStorage).some((name) => name.startsWith('CognitoIdentityServiceProvider.'));

/** Joins the API client with signing in, without loading the authentication code for guests. */
export const signInMemory = {
  remembered,
  /** The token to call with; undefined for guests. */
  token: async (): Promise<string | undefined> => {
    if (!remembered()) return undefined;
    return (await import('./sign-in.ts')).currentToken();
  },
  /** A call answered 401: the sign-in popup opens, except for who logged out on purpose. */
  askToSignIn: (): void => {
    // a late answer to a page that is gone must not stop the way to the public one
    if (!hasLeft) listeners.forEach((listener) => listener());
  },
  onAsk: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Somebody signed in: what was answered 401 before can be asked again. */
  signedIn: (): void => {
    hasLeft = false;
    signInListeners.forEach((listener) => listener());
  },
  /** Somebody logged out, here or in another tab. */
  left: (): void => {
    hasLeft = true;
  },
  onSignedIn: (listener: Listener): (() => void) => {
    signInListeners.add(listener);
    return () => void signInListeners.delete(listener);
  },
};
