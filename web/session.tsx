import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Answer } from '../shared/endpoint.ts';
import type { Role } from '../shared/roles.ts';
import type { users } from '../shared/users/contract.ts';
import { signInMemory } from './sign-in-memory.ts';

export type Me = Answer<typeof users.me>;

export interface Session {
  /** While it loads, nothing is offered (spec 1 §2.3). */
  loading: boolean;
  role: Role;
  me: Me | undefined;
  enter: (email: string, password: string) => Promise<Me>;
  leave: () => Promise<void>;
}

const loadMe = async (): Promise<Me> => (await import('./load-me.ts')).loadMe();

const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in, for everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me>();
  const [loading, setLoading] = useState(signInMemory.remembered);
  const { mutate } = useSWRConfig();

  useEffect(() => {
    if (!signInMemory.remembered()) return;
    loadMe()
      .then(setMe, () => setMe(undefined))
      .finally(() => setLoading(false));
  }, []);

  // what one person saw must not be there for the next
  const forgetData = useCallback(() => mutate(() => true, undefined, { revalidate: false }), [mutate]);
  const enter = useCallback(
    async (email: string, password: string) => {
      const { enter: signIn } = await import('./sign-in.ts');
      await signIn(email, password);
      await forgetData();
      const who = await loadMe();
      setMe(who);
      return who;
    },
    [forgetData],
  );
  const leave = useCallback(async () => {
    const { leave: signOut } = await import('./sign-in.ts');
    await signOut();
    setMe(undefined);
    await forgetData();
  }, [forgetData]);

  const session = useMemo<Session>(
    () => ({ loading, role: me?.role ?? 'guest', me, enter, leave }),
    [loading, me, enter, leave],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}
