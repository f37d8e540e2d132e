import { type RefObject, useEffect, useState } from 'react';

/** Distance from the viewport within which a body is near: one turn of the mouse wheel. */
const margin = '400px 0px';

/** Ref callback that observes a table body while it is mounted. */
export type WatchBody = (body: HTMLElement | null) => (() => void) | undefined;

/**
 * Marks the visible and nearly visible bodies of a long table (`data-near`). Only their pinned columns are sticky during
 * horizontal scrolling (tables-long.css), because the browser moves every sticky cell in every frame.
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
