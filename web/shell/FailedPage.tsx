import { useState } from 'react';
import { FailedState } from '../ui/states.tsx';

export function FailedPage() {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    // browsers cache a failed module until a reload, but a reload while offline would lose the site
    const isOnline = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOnline) window.location.reload();
    else setRetrying(false);
  };
  return <FailedState title="This page didn't load" onRetry={() => void retry()} retrying={retrying} />;
}
