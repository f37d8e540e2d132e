import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Answer } from '../shared/endpoint.ts';
import type { Role } from '../shared/roles.ts';
import type { users } from '../shared/users/contract.ts';
import { CallError } from './call-error.ts';
import { usePreference } from './preferences.ts';
import type { Entry, Proof } from './session-calls.ts';
import { signInMemory } from './sign-in-memory.ts';
import { forgetAllTyped } from './typed-memory.ts';

export type Me = Answer<typeof users.me>;
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
  enter: (userName: string, proof: Proof, wanted?: string) => Promise<Entry>;
  leave: () => Promise<void>;
}

const calls = () => import('./session-calls.ts');

const SessionContext = createContext<Session | undefined>(undefined);

const signOutHere = async () => (await import('./sign-in.ts')).leave();

/** Who is signed in, for everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me>();
  const [loading, setLoading] = useState(signInMemory.remembered);
  const [error, setError] = useState<unknown>();
  const { mutate } = useSWRConfig();

  const look = useCallback(() => {
    const lost = async (problem: unknown) => {
      setMe(undefined);
      // a sign-in that is no longer good is forgotten; anything else may pass
      if (problem instanceof CallError && problem.status === 401) await signOutHere();
      else setError(problem);
    };
    calls()
      .then(({ loadMe }) => loadMe())
      .then(setMe, lost)
      .finally(() => setLoading(false));
  }, []);
  useEffect(() => {
    if (signInMemory.remembered()) look();
  }, [look]);

  const retry = useCallback(() => {
    setError(undefined);
    setLoading(true);
    look();
  }, [look]);
  // what one person saw must not be there for the next
  const forgetData = useCallback(() => mutate(() => true, undefined, { revalidate: false }), [mutate]);
  const enter = useCallback(
    async (userName: string, proof: Proof, wanted?: string) => {
      const entry = await (await calls()).enter(userName, proof, wanted);
      if ('challenge' in entry) return entry;
      await forgetData();
      setMe(entry.me);
      setError(undefined);
      return entry;
    },
    [forgetData],
  );
  const leave = useCallback(async () => {
    forgetAllTyped();
    await signOutHere();
    setMe(undefined);
    await forgetData();
  }, [forgetData]);

  const session = useMemo<Session>(
    () => ({ loading, error, retry, role: me?.role ?? 'guest', me, enter, leave }),
    [loading, error, retry, me, enter, leave],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}

/** The member group that is looked at: the one chosen in the account menu, else the first. Undefined for non-members. */
export function useMemberGroup(): {
  group: MemberGroup | undefined;
  groups: readonly MemberGroup[];
  choose: (group: MemberGroup) => void;
} {
  const { me } = useSession();
  const [kept, keep] = usePreference('member-group');
  const groups = me?.memberGroups ?? [];
  const group = groups.find(({ membersIds }) => kept !== undefined && membersIds.includes(kept)) ?? groups[0];
  const choose = useCallback(({ membersIds: [first] }: MemberGroup) => first && keep(first), [keep]);
  return { group, groups, choose };
}
