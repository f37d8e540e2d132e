import { useSyncExternalStore } from 'react';

/** Same as in tables-narrow.css. */
const phone = '(max-width: 743px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns whether the window has phone width, where table rows are cards. */
export const useStacked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phone).matches,
    () => false,
  );
