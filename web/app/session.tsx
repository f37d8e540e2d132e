import {
  useEffect,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { milliseconds, startTimer, stopTimer, type Timer } from '../platform/time-and-chance.ts';
import { type Me, initialSession, sessionReducer, type SessionState } from './session-state.ts';
import type { Role } from '../../shared/roles.ts';
import { useAddress } from './address.ts';
import { authClient } from './auth-client.ts';
import { usePreference } from './preferences.ts';
import { useLoadSession, useOtherTabs, useRequestGuard, useSignIn, useSignOut } from './session-actions.ts';
import type { Credentials, SignInResult } from './session-requests.ts';

const minute = 60_000;

/** Uses are recorded six times per timeout, at most once an hour. */
const recordedEveryMs = (idleMinutes: number): number => Math.min((idleMinutes * minute) / 6, 60 * minute);

/** Longer timeouts end on the server only: browsers limit timers to 24 days. */
const maxTimerMs = 24 * 60 * minute;

/**
 * Records the user's input on the server, which ends idle sessions. Calls `checkSession` after the timeout without input
 * here; the session continues if another tab was used.
 */
function useIdleTimeout(me: Me | undefined, checkSession: () => void): void {
  useEffect(() => {
    if (!me) return undefined;
    const timeoutMs = me.idleMinutes * minute;
    let timer: Timer | undefined;
    let recordedAt = Number.NEGATIVE_INFINITY;
    const restart = () => {
      stopTimer(timer);
      // a second later, so that the server agrees
      timer = timeoutMs > maxTimerMs ? undefined : startTimer(checkSession, timeoutMs + 1000);
    };
    const onInput = () => {
      restart();
      if (milliseconds() - recordedAt < recordedEveryMs(me.idleMinutes)) return;
      recordedAt = milliseconds();
      // a failure is reported by the next request
      import('./session-requests.ts').then(({ recordUse }) => recordUse()).catch(() => undefined);
    };
    restart();
    const events = ['pointerdown', 'keydown'] as const;
    for (const name of events) globalThis.addEventListener(name, onInput, { passive: true });
    return () => {
      stopTimer(timer);
      for (const name of events) globalThis.removeEventListener(name, onInput);
    };
  }, [me, checkSession]);
}

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

/**
 * Returns the member group of the link that was opened, the one selected in the account menu, or the first; undefined for
 * non-members.
 */
export function useMemberGroup(): {
  group: MemberGroup | undefined;
  groups: readonly MemberGroup[];
  choose: (group: MemberGroup) => void;
} {
  const { me } = useSession();
  const [selectedId, select] = usePreference('member-group');
  const [{ member }, changeAddress] = useAddress('member');
  const groups = me?.memberGroups ?? [];
  const groupOf = (id: string | undefined) =>
    groups.find(({ memberIds }) => id !== undefined && memberIds.includes(id));
  const linked = groupOf(member);
  const group = linked ?? groupOf(selectedId) ?? groups[0];
  const linkedId = linked?.memberIds[0];
  // the next pages stay at the membership of the link
  useEffect(() => {
    if (linkedId !== undefined) select(linkedId);
  }, [linkedId, select]);
  const choose = useCallback(
    ({ memberIds: [first] }: MemberGroup) => {
      if (first === undefined) return;
      select(first);
      changeAddress({ member: undefined });
    },
    [select, changeAddress],
  );
  return { group, groups, choose };
}

export const useMemberIds = (): string[] => useMemberGroup().group?.memberIds ?? [];

export function useMemberIdsWithFormer(): string[] {
  const memberIds = useMemberIds();
  const { me } = useSession();
  return [...memberIds, ...(me?.formerMemberIds ?? [])];
}
