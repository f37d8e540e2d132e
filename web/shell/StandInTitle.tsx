import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const ownTitle = 'h1:not([data-stand-in])';

/** Gives every page an h1 in every state: the page's label, for screen readers, while the page itself renders none. */
export function StandInTitle({ label }: { label: string }) {
  const [titled, setTitled] = useState(true);
  useLayoutEffect(() => {
    const main = document.getElementById('content');
    if (!main) return undefined;
    const update = () => setTitled(main.querySelector(ownTitle) !== null);
    update();
    // flushSync, so that no frame contains both titles
    const observer = new MutationObserver(() => flushSync(update));
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return titled ? null : (
    <h1 className="hidden-text" data-stand-in>
      {label}
    </h1>
  );
}
