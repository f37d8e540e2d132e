import { type RefObject, useEffect, useState } from 'react';

/** How far beyond what is in sight a body is near: what a turn of the wheel brings. */
const margin = '400px 0px';

/** Watches one body of a table for as long as it is there. */
export type WatchBody = (body: HTMLElement | null) => (() => void) | undefined;

/**
 * Marks the bodies of a long table that are in sight or nearly (`data-near`): only their columns stay in place while one
 * scrolls sideways (tables-long.css). The browser moves every cell that stays at every frame, in sight or not.
 */
export function useNearBodies(box: RefObject<HTMLElement | null>): WatchBody {
  const [{ watch, begin, end }] = useState(nearBodies);
  useEffect(() => {
    begin(box.current);
    return end;
  }, [box, begin, end]);
  return watch;
}

function nearBodies() {
  const bodies = new Set<HTMLElement>();
  let watcher: IntersectionObserver | undefined;
  return {
    begin: (root: HTMLElement | null) => {
      watcher = new IntersectionObserver(markNear, { root, rootMargin: margin });
      for (const body of bodies) watcher.observe(body);
    },
    end: () => watcher?.disconnect(),
    watch: (body: HTMLElement | null) => {
      if (!body) return undefined;
      bodies.add(body);
      watcher?.observe(body);
      return () => {
        bodies.delete(body);
        watcher?.unobserve(body);
      };
    },
  };
}

function markNear(changed: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of changed) target.toggleAttribute('data-near', isIntersecting);
}
