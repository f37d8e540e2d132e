import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const ownTitle = 'h1:not([data-stand-in])';

/** Every page has its h1 in every state: while it shows none of its own, its label stands in, for screen readers. */
export function StandInTitle({ label }: { label: string }) {
  const [titled, setTitled] = useState(true);
  useLayoutEffect(() => {
    const main = document.getElementById('content');
    if (!main) return undefined;
    const look = () => setTitled(main.querySelector(ownTitle) !== null);
    look();
    // at once: nobody ever meets the page's own title and its stand-in together
    const observer = new MutationObserver(() => flushSync(look));
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return titled ? null : (
    <h1 className="hidden-text" data-stand-in>
      {label}
    </h1>
  );
}
