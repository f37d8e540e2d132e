import { useSyncExternalStore } from 'react';

/** As tables-narrow.css says it. */
const phone = '(max-width: 743px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone, where each row of a table is a small sheet. */
export const useStacked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phone).matches,
    () => false,
  );
