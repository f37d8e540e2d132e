import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Returns the ID in the hash of an address; undefined if the hash is not valid. */
function anchorOf(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Scrolls to an element, and again after the web font has loaded and moved it, unless the reader has left. */
async function show(target: HTMLElement, hasLeft: () => boolean): Promise<void> {
  target.scrollIntoView({ behavior: 'instant' });
  target.focus({ preventScroll: true });
  const arrived = window.scrollY;
  await document.fonts.ready;
  if (!hasLeft() && window.scrollY === arrived) target.scrollIntoView({ behavior: 'instant' });
}

/** Scrolls to the element in the address and moves the focus there, so that reading and tabbing continue from it. */
export function useAnchor(): void {
  const location = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    let left = false;
    const anchor = anchorOf(location.hash);
    const target = anchor && document.getElementById(anchor);
    // after Back, the router has already restored the scroll position
    const cameBack =
      navigationType === NavigationType.Pop && location.key !== 'default' && window.scrollY > 0;
    if (target && !cameBack) void show(target, () => left);
    return () => {
      left = true;
    };
  }, [location, navigationType]);
}

/** In pixels. The last heading above this line is the current section. */
const readingLine = 140;

/** Returns the anchor of the section at the current scroll position. */
export function useCurrentSection(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const passed = anchors.filter((anchor) => {
        const top = document.getElementById(anchor)?.getBoundingClientRect().top;
        return top !== undefined && top <= readingLine;
      });
      setCurrent(passed.at(-1));
    };
    const onScroll = () => (frame ||= requestAnimationFrame(update));
    update();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [anchors]);
  return current;
}
