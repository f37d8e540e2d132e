import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { signInMemory } from '../sign-in-memory.ts';

const SignInPopup = lazy(() => import('./SignInPopup.tsx'));

/** Opened by `?login=true`, by the header's button, and by any call that was answered with 401; loaded when opened. */
export function SignIn() {
  const [search, setSearch] = useSearchParams();
  useEffect(
    () =>
      signInMemory.onAsk(() =>
        setSearch(
          (before) => {
            const after = new URLSearchParams(before);
            after.set('login', 'true');
            return after;
          },
          { replace: true },
        ),
      ),
    [setSearch],
  );
  if (search.get('login') !== 'true') return null;
  return (
    <Suspense>
      <SignInPopup />
    </Suspense>
  );
}
