import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import type { Role } from '../../shared/roles.ts';
import type { users } from '../../shared/users/contract.ts';
import { usePreference } from './preferences.ts';
import type { SignInResult, Credentials } from './session-calls.ts';
import { useLook, useOtherTabs, useSessionState, useSignIn, useSignOut } from './session-moves.ts';

export type Me = ResponseOf<typeof users.me>;
export type MemberGroup = Me['memberGroups'][number];

export interface Session {
  /** While it loads, nothing is offered (spec 1 §2.3). */
  loading: boolean;
  /** Somebody was signed in, and the portal cannot say who: no answer came, or a broken one. */
  error: unknown;
  retry: () => void;
  role: Role;
  me: Me | undefined;
  /** Signs in; `wanted` is where the person was going, and the answer says whether that is a page of ours. */
  enter: (userName: string, proof: Credentials, wanted?: string) => Promise<SignInResult>;
  /** Logs out, in every tab of this browser, and leads from a page that asks for a login to this public address. */
  leave: (to?: string) => Promise<void>;
  /** Where a page that asks for a login leads somebody who logged out; undefined once they are there. */
  leftTo: string | undefined;
  arrived: () => void;
  /** Changes when one person takes another's place: what the first one saw and typed must not be there for the next. */
  person: number;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in, for everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { me, loading, error, leftTo, person, hold } = useSessionState();
  const { setError, setLoading, setLeftTo } = hold;
  const look = useLook(hold);
  const isKnown = me !== undefined;
  const retry = useCallback(() => {
    setError(undefined);
    // who is known stays on the page meanwhile, with what is typed there
    if (!isKnown) setLoading(true);
    look();
  }, [isKnown, look, setError, setLoading]);
  const enter = useSignIn(hold);
  const leave = useSignOut(hold);
  const arrived = useCallback(() => setLeftTo(undefined), [setLeftTo]);
  useOtherTabs(hold, look);
  const session = useMemo<Session>(
    () => ({ loading, error, retry, role: me?.role ?? 'guest', me, enter, leave, leftTo, arrived, person }),
    [loading, error, retry, me, enter, leave, leftTo, arrived, person],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}

/**
 * The member group that is looked at: the one chosen in the account menu, else the first. Undefined for non-members.
 */
export function useMemberGroup(): {
  group: MemberGroup | undefined;
  groups: readonly MemberGroup[];
  choose: (group: MemberGroup) => void;
} {
  const { me } = useSession();
  const [kept, keep] = usePreference('member-group');
  const groups = me?.memberGroups ?? [];
  const group = groups.find(({ memberIds }) => kept !== undefined && memberIds.includes(kept)) ?? groups[0];
  const choose = useCallback(({ memberIds: [first] }: MemberGroup) => first && keep(first), [keep]);
  return { group, groups, choose };
}
