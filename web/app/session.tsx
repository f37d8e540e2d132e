import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import type { Role } from '../../shared/roles.ts';
import type { users } from '../../shared/users/contract.ts';
import { CallError } from './call-error.ts';
import { downloads } from './downloads.ts';
import { clearNotices } from './notices.ts';
import { onOtherTab, tellOtherTabs } from './other-tabs.ts';
import { usePreference } from './preferences.ts';
import type { SignInResult, Credentials } from './session-calls.ts';
import { signInMemory } from './sign-in-memory.ts';
import { forgetAllTyped } from './typed-memory.ts';

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

const calls = () => import('./session-calls.ts');

const SessionContext = createContext<Session | undefined>(undefined);

/** What one person typed, and had prepared, must not be there for the next. */
function forgetPerson(): void {
  forgetAllTyped();
  downloads.forget();
  // the access pass of this phone (web/visits/pass/kept-pass.ts)
  globalThis.indexedDB?.deleteDatabase('wellport-pass');
}

const signOutHere = async () => (await import('./sign-in.ts')).leave();

/** Who is signed in, for everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me>();
  const [loading, setLoading] = useState(signInMemory.remembered);
  const [error, setError] = useState<unknown>();
  const [leftTo, setLeftTo] = useState<string>();
  const [person, setPerson] = useState(0);
  // whose session it is, for whoever answers later than it was asked
  const owner = useRef<string>(undefined);
  useEffect(() => void (owner.current = me?.userId), [me]);

  // the question under way who is signed in: once somebody else signs in or out, its answer comes too late
  const question = useRef<symbol>(undefined);
  const forgetting = useRef<Promise<void>>(undefined);

  const look = useCallback(() => {
    const mine = Symbol('who is signed in');
    question.current = mine;
    const unlessLate = (act: () => unknown) => question.current === mine && act();
    const lost = async (problem: unknown) => {
      setMe(undefined);
      // a sign-in that is no longer good is forgotten; anything else may pass
      if (problem instanceof CallError && problem.status === 401)
        await (forgetting.current = signOutHere().catch(reportError));
      else setError(problem);
    };
    calls()
      .then(({ loadMe }) => loadMe())
      .then(
        (now) => unlessLate(() => setMe(now)),
        (problem) => unlessLate(() => lost(problem)),
      )
      .finally(() =>
        unlessLate(() => {
          question.current = undefined;
          setLoading(false);
        }),
      );
  }, []);
  useEffect(() => {
    if (signInMemory.remembered()) look();
  }, [look]);

  const retry = useCallback(() => {
    setError(undefined);
    setLoading(true);
    look();
  }, [look]);
  const enter = useCallback(async (userName: string, proof: Credentials, wanted?: string) => {
    const replaceSession = async () => {
      question.current = undefined;
      await forgetting.current;
    };
    const signingIn = (await calls()).signIn(userName, proof, wanted, replaceSession);
    const entry = await signingIn.catch((problem: unknown) => {
      if (question.current === undefined) setLoading(false);
      throw problem;
    });
    if ('challenge' in entry) return entry;
    // who logs in again where their session ended finds the page as it was, with everything typed
    if (owner.current !== undefined && owner.current !== entry.me.userId) {
      forgetPerson();
      setPerson((count) => count + 1);
    }
    setMe(entry.me);
    setLoading(false);
    setError(undefined);
    setLeftTo(undefined);
    signInMemory.signedIn();
    tellOtherTabs(entry.me.userId);
    return entry;
  }, []);
  const empty = useCallback((to: string) => {
    forgetPerson();
    setLeftTo(to);
    setMe(undefined);
    setError(undefined);
    setPerson((count) => count + 1);
  }, []);
  const leave = useCallback(
    async (to = '/') => {
      // the page goes first: it would go on asking for what it shows, and be told that nobody is logged in
      setLoading(true);
      question.current = undefined;
      signInMemory.left();
      // the other tabs too, before the tokens go
      tellOtherTabs(null);
      await signOutHere().catch(reportError);
      empty(to);
      setLoading(false);
    },
    [empty],
  );
  const arrived = useCallback(() => setLeftTo(undefined), []);
  useEffect(
    () =>
      onOtherTab((now) => {
        const isNobodys = owner.current === undefined && question.current === undefined;
        if (isNobodys || owner.current === now) return;
        clearNotices();
        question.current = undefined;
        if (now === null) signInMemory.left();
        empty('/');
        setLoading(now !== null);
        if (now !== null) look();
      }),
    [empty, look],
  );

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
