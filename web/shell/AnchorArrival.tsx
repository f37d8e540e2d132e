import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { isOpenedByAddress } from '../app/history-entry.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';

/** Time in which content above an anchor may load. */
const arrivalMs = 5000;
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function anchorOf(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an element at the top while content and fonts load, until the user acts. Returns a function that stops it. */
function arriveAt(anchor: string): () => void {
  let hasFocus = false;
  const arrive = () => {
    const target = document.getElementById(anchor);
    if (!target) return;
    target.scrollIntoView({ behavior: 'instant' });
    if (!hasFocus) target.focus({ preventScroll: true });
    hasFocus = true;
  };
  const sizes = new ResizeObserver(arrive);
  sizes.observe(document.body);
  const content = new MutationObserver(arrive);
  content.observe(document.body, { childList: true, subtree: true });
  const stop = () => {
    sizes.disconnect();
    content.disconnect();
    stopTimer(timer);
    for (const input of inputs) window.removeEventListener(input, stop);
  };
  const timer = startTimer(stop, arrivalMs);
  for (const input of inputs) window.addEventListener(input, stop, { passive: true });
  arrive();
  return stop;
}

/** Scrolls to the element in the address and moves the focus there, so that reading and tabbing continue from it. */
export function AnchorArrival() {
  const location = useLocation();
  const navigationType = useNavigationType();
  // after Back and a reload, the router restores the scroll position
  const isRestored = navigationType === NavigationType.Pop && !isOpenedByAddress(location.key);
  useEffect(() => {
    const anchor = anchorOf(location.hash);
    return anchor === undefined || isRestored ? undefined : arriveAt(anchor);
  }, [location, isRestored]);
  return null;
}
