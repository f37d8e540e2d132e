import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../app/notices.ts';
import { authClient } from '../app/auth-client.ts';

const SignInPopup = lazy(() => import('./SignInPopup.tsx'));

const plainLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200);

/**
 * Opens the login popup for `?login=true`, the header's button, and any 401 response; its code loads on demand. An
 * `error` in the address is shown as text, in the popup if it is open, and removed from the address (spec 1 §2.1).
 */
export function SignIn() {
  const [search, setSearch] = useSearchParams();
  const [path, setPath] = useState<string>();
  const open = search.get('login') === 'true';
  const message = search.get('error');
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
  useEffect(() => authClient.onSignInRequest(() => change((query) => query.set('login', 'true'))), [change]);
  if (open && message !== null && message !== path) setPath(message);
  useEffect(() => {
    if (message === null) return;
    const line = plainLine(message);
    if (!open && line) notify.error(line);
    change((query) => query.delete('error'));
  }, [message, open, change]);
  if (!open) return null;
  const close = () => {
    setPath(undefined);
    change((query) => ['login', 'error', 'redirectUrl'].forEach((name) => query.delete(name)));
  };
  return (
    <Suspense>
      <SignInPopup
        error={path && plainLine(path)}
        redirectUrl={search.get('redirectUrl') ?? undefined}
        onClose={close}
      />
    </Suspense>
  );
}
