import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The id that an address's hash names; a hash that is none names nothing. */
function anchorOf(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Shows an element at once, and again when the typeface has come and moved it, unless the reader went on meanwhile. */
async function show(target: HTMLElement, hasLeft: () => boolean): Promise<void> {
  target.scrollIntoView({ behavior: 'instant' });
  target.focus({ preventScroll: true });
  const arrived = window.scrollY;
  await document.fonts.ready;
  if (!hasLeft() && window.scrollY === arrived) target.scrollIntoView({ behavior: 'instant' });
}

/** Goes to the element that the address names, and moves the focus there, so that reading and tabbing go on from it. */
export function useAnchor(): void {
  const location = useLocation();
  const came = useNavigationType();
  useEffect(() => {
    let left = false;
    const anchor = anchorOf(location.hash);
    const target = anchor && document.getElementById(anchor);
    // on the way back the router has already put the page where it was
    const cameBack = came === NavigationType.Pop && location.key !== 'default' && window.scrollY > 0;
    if (target && !cameBack) void show(target, () => left);
    return () => {
      left = true;
    };
  }, [location, came]);
}

/** A heading this far below the top of the window, in pixels, is the one being read. */
const readingLine = 140;

/** The section that is being read, as the page is scrolled. */
export function useCurrentSection(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = anchors.filter((anchor) => {
        const top = document.getElementById(anchor)?.getBoundingClientRect().top;
        return top !== undefined && top <= readingLine;
      });
      setCurrent(passed.at(-1));
    };
    const onScroll = () => (frame ||= requestAnimationFrame(look));
    look();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [anchors]);
  return current;
}
