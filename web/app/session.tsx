import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import type { Role } from '../../shared/roles.ts';
import { authClient } from './auth-client.ts';
import { usePreference } from './preferences.ts';
import { useLoadSession, useOtherTabs, useRequestGuard, useSignIn, useSignOut } from './session-actions.ts';
import type { Credentials, SignInResult } from './session-requests.ts';
import { useIdleTimeout } from './idle-timeout.ts';
import { initialSession, type Me, sessionReducer, type SessionState } from './session-state.ts';

type MemberGroup = Me['memberGroups'][number];

export interface Session extends SessionState {
  role: Role;
  retry: () => void;
  signIn: (userName: string, credentials: Credentials, redirectUrl?: string) => Promise<SignInResult>;
  /** Logs out in every tab of this browser; protected pages redirect to this public path. */
  signOut: (path?: string) => Promise<void>;
  /** Called when the public page is displayed after logging out. */
  endRedirect: () => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(sessionReducer, undefined, () =>
    initialSession(authClient.hasStoredSession()),
  );
  const { me } = state;
  const userId = useRef<string>(undefined);
  useEffect(() => void (userId.current = me?.userId), [me]);
  const requestGuard = useRequestGuard();
  const sessionActions = useMemo(() => ({ dispatch, userId, requestGuard }), [requestGuard]);
  const retry = useLoadSession(sessionActions);
  const signIn = useSignIn(sessionActions);
  const signOut = useSignOut(sessionActions);
  const endRedirect = useCallback(() => dispatch({ type: 'redirected' }), []);
  useOtherTabs(sessionActions, retry);
  useIdleTimeout(me, retry);
  const session = useMemo<Session>(
    () => ({ ...state, role: state.me?.role ?? 'guest', retry, signIn, signOut, endRedirect }),
    [state, retry, signIn, signOut, endRedirect],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession requires a SessionProvider.');
  return session;
}

/** Returns the member group selected in the account menu, or the first; undefined for non-members. */
export function useMemberGroup(): {
  group: MemberGroup | undefined;
  groups: readonly MemberGroup[];
  choose: (group: MemberGroup) => void;
} {
  const { me } = useSession();
  const [selectedId, select] = usePreference('member-group');
  const groups = me?.memberGroups ?? [];
  const group =
    groups.find(({ memberIds }) => selectedId !== undefined && memberIds.includes(selectedId)) ?? groups[0];
  const choose = useCallback(({ memberIds: [first] }: MemberGroup) => first && select(first), [select]);
  return { group, groups, choose };
}

export const useMemberIds = (): string[] => useMemberGroup().group?.memberIds ?? [];

export function useMemberIdsWithFormer(): string[] {
  const memberIds = useMemberIds();
  const { me } = useSession();
  return [...memberIds, ...(me?.formerMemberIds ?? [])];
}
