import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from './call-error.ts';
import { downloads } from './downloads.ts';
import { clearNotices } from './notices.ts';
import { onOtherTab, notifyOtherTabs } from './other-tabs.ts';
import { proofMemory } from './proof-memory.ts';
import type { Me } from './session.tsx';
import type { Credentials } from './session-calls.ts';
import { signInMemory } from './sign-in-memory.ts';
import { deleteAllDrafts } from './draft-storage.ts';

const calls = () => import('./session-calls.ts');

/** What one person typed, and had prepared, must not be there for the next. */
function forgetPerson(): void {
  deleteAllDrafts();
  proofMemory.clear();
  downloads.clear();
  // the access pass of this phone (web/visits/pass/kept-pass.ts)
  globalThis.indexedDB?.deleteDatabase('wellport-pass');
}

const signOutHere = async () => (await import('./sign-in.ts')).leave();

/**
 * The question under way who is signed in: once somebody else signs in or out, its answer comes too late. Knows too
 * whether a sign-in that is no longer good is being forgotten.
 */
function newQuestion() {
  let current: symbol | undefined;
  let forgetting: Promise<void> | undefined;
  return {
    begin: () => (current = Symbol('who is signed in')),
    end: () => void (current = undefined),
    isUnderWay: (mine = current) => mine !== undefined && mine === current,
    forget: (forgets: Promise<void>) => (forgetting = forgets),
    forgotten: () => forgetting,
  };
}

/** What is known of the session, and `hold`, by which it is changed: the same in every render. */
export function useSessionState() {
  const [me, setMe] = useState<Me>();
  const [loading, setLoading] = useState(signInMemory.remembered);
  const [error, setError] = useState<unknown>();
  const [leftTo, setLeftTo] = useState<string>();
  const [person, setPerson] = useState(0);
  // whose session it is, for whoever answers later than it was asked
  const owner = useRef<string>(undefined);
  useEffect(() => void (owner.current = me?.userId), [me]);
  const [question] = useState(newQuestion);
  const hold = useMemo(
    () => ({ setMe, setLoading, setError, setLeftTo, setPerson, owner, question }),
    [question],
  );
  return { me, loading, error, leftTo, person, hold };
}

type Hold = ReturnType<typeof useSessionState>['hold'];

/** Nobody takes the place of who was signed in. */
function empty({ setLeftTo, setMe, setError, setPerson }: Hold, to: string): void {
  forgetPerson();
  setLeftTo(to);
  setMe(undefined);
  setError(undefined);
  setPerson((count) => count + 1);
}

/** Asks who is signed in, at first where somebody was. */
export function useLook(hold: Hold): () => void {
  const { setMe, setLoading, setError, question } = hold;
  const look = useCallback(() => {
    const mine = question.begin();
    const unlessLate = (act: () => unknown) => question.isUnderWay(mine) && act();
    const lost = async (problem: unknown) => {
      setMe(undefined);
      // a sign-in that is no longer good is forgotten; anything else may pass
      if (problem instanceof CallError && problem.status === 401)
        await question.forget(signOutHere().catch(reportError));
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
          question.end();
          setLoading(false);
        }),
      );
  }, [setMe, setLoading, setError, question]);
  useEffect(() => {
    if (signInMemory.remembered()) look();
  }, [look]);
  return look;
}

/** See `Session.enter`. */
export function useSignIn(hold: Hold) {
  const { setMe, setLoading, setError, setLeftTo, setPerson, owner, question } = hold;
  return useCallback(
    async (userName: string, proof: Credentials, wanted?: string) => {
      const replaceSession = async () => {
        question.end();
        await question.forgotten();
      };
      const signingIn = (await calls()).signIn(userName, proof, wanted, replaceSession);
      const entry = await signingIn.catch((problem: unknown) => {
        if (!question.isUnderWay()) setLoading(false);
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
      notifyOtherTabs(entry.me.userId);
      return entry;
    },
    [setMe, setLoading, setError, setLeftTo, setPerson, owner, question],
  );
}

/** See `Session.leave`. */
export function useSignOut(hold: Hold) {
  return useCallback(
    async (to = '/') => {
      // the page goes first: it would go on asking for what it shows, and be told that nobody is logged in
      const { setLoading, question } = hold;
      setLoading(true);
      question.end();
      signInMemory.left();
      // the other tabs too, before the tokens go
      notifyOtherTabs(null);
      await signOutHere().catch(reportError);
      empty(hold, to);
      setLoading(false);
    },
    [hold],
  );
}

/** Another tab signed in or out: this one is another person's, or nobody's, from then on. */
export function useOtherTabs(hold: Hold, look: () => void): void {
  const { owner, question, setLoading } = hold;
  useEffect(
    () =>
      onOtherTab((now) => {
        const isNobodys = owner.current === undefined && !question.isUnderWay();
        if (isNobodys || owner.current === now) return;
        clearNotices();
        question.end();
        if (now === null) signInMemory.left();
        empty(hold, '/');
        setLoading(now !== null);
        if (now !== null) look();
      }),
    [hold, look, owner, question, setLoading],
  );
}
