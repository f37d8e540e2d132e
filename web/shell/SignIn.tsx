import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../app/notices.ts';
import { signInMemory } from '../app/sign-in-memory.ts';

const SignInPopup = lazy(() => import('./SignInPopup.tsx'));

/** What an address may make the site say: one short line of text, whatever it holds. */
const plainLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200);

/**
 * Opened by `?login=true`, by the header's button, and by any call that was answered with 401; loaded when opened.
 * An `error` in the address is shown as text, in the popup when it is open, and leaves the address (spec 1 §2.1).
 */
export function SignIn() {
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState<string>();
  const open = search.get('login') === 'true';
  const said = search.get('error');
  const change = useCallback(
    (edit: (query: URLSearchParams) => void) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          edit(after);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  useEffect(() => signInMemory.onAsk(() => change((query) => query.set('login', 'true'))), [change]);
  if (open && said !== null && said !== shown) setShown(said);
  useEffect(() => {
    if (said === null) return;
    const line = plainLine(said);
    if (!open && line) notify.error(line);
    change((query) => query.delete('error'));
  }, [said, open, change]);
  if (!open) return null;
  const close = () => {
    setShown(undefined);
    change((query) => ['login', 'error', 'redirectUrl'].forEach((name) => query.delete(name)));
  };
  return (
    <Suspense>
      <SignInPopup
        error={shown && plainLine(shown)}
        redirectUrl={search.get('redirectUrl') ?? undefined}
        onClose={close}
      />
    </Suspense>
  );
}
