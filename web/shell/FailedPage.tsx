import { useState } from 'react';
import { FailedState } from '../ui/states.tsx';

/** Shown in place of a page whose code did not load, for example without a network. */
export function FailedPage() {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    // browsers may remember a failed module until the page is reloaded, and without a network a reload loses the site
    const isOnline = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOnline) window.location.reload();
    else setRetrying(false);
  };
  return <FailedState title="This page didn't load" onRetry={() => void retry()} retrying={retrying} />;
}
