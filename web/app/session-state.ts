import type { ResponseOf } from '../../shared/endpoint.ts';
import type { users } from '../../shared/contracts/users.ts';

export type Me = ResponseOf<typeof users.me>;

export interface SessionState {
  /** While the session loads, no page is offered (spec 1 §2.3). */
  loading: boolean;
  error: unknown;
  me: Me | undefined;
  /** Public path that replaces a protected page after logging out; undefined when it is displayed. */
  signOutPath: string | undefined;
  /** Increases when another user replaces the current one, so that pages with the previous user's input unmount. */
  userGeneration: number;
}

export type SessionAction =
  | { type: 'load' }
  | { type: 'loaded'; me: Me }
  | { type: 'failed'; error: unknown }
  | { type: 'expired' }
  | { type: 'settled' }
  | { type: 'signedIn'; me: Me }
  | { type: 'signOut' }
  | { type: 'signedOut'; path: string }
  | { type: 'replaced' }
  | { type: 'redirected' };

export const initialSession = (loading: boolean): SessionState => ({
  loading,
  error: undefined,
  me: undefined,
  signOutPath: undefined,
  userGeneration: 0,
});

export function sessionReducer(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'load':
      // a known user's page and its input stay while the session reloads
      return { ...state, error: undefined, loading: state.loading || !state.me };
    case 'loaded':
      return { ...state, me: action.me, loading: false };
    case 'failed':
      return { ...state, me: undefined, error: action.error, loading: false };
    case 'expired':
      return { ...state, me: undefined };
    case 'settled':
      return { ...state, loading: false };
    case 'signedIn': {
      const isReplaced = state.me !== undefined && state.me.userId !== action.me.userId;
      const userGeneration = state.userGeneration + (isReplaced ? 1 : 0);
      return { ...initialSession(false), me: action.me, userGeneration };
    }
    case 'signOut':
      return { ...state, loading: true };
    case 'signedOut':
      return { ...initialSession(false), signOutPath: action.path, userGeneration: state.userGeneration + 1 };
    case 'replaced':
      return { ...initialSession(true), signOutPath: '/', userGeneration: state.userGeneration + 1 };
    case 'redirected':
      return { ...state, signOutPath: undefined };
    default:
      return action satisfies never;
  }
}
