import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rows in the first render; the others follow in slices, one per frame. */
const firstSlice = 40;
const maxSlice = 10;
const minSlice = 5;

/** Returns the size of the next slice: half after a long task, otherwise one more row. */
export const sliceAfter = (rows: number, wasLong: boolean): number =>
  wasLong ? Math.max(minSlice, Math.floor(rows / 2)) : Math.min(maxSlice, rows + 1);

/**
 * Returns the number of rows to render, growing per frame, so that no task is as long as the list. A change of `shape`
 * starts again.
 */
export function useSlices(box: RefObject<HTMLElement | null>, count: number, shape: string): number {
  const [before, setBuilt] = useState({ rows: 0, shape });
  const size = useSliceSize();
  const built = before.shape === shape ? Math.min(before.rows, count) : 0;
  const rows = Math.max(built, Math.min(count, firstSlice));
  if (before.rows !== rows || before.shape !== shape) setBuilt({ rows, shape });
  useLayoutEffect(() => {
    // layout runs in this task, so that the frame only paints
    if (rows > firstSlice) box.current?.getBoundingClientRect();
  }, [box, rows]);
  useEffect(() => {
    if (rows >= count) return () => {};
    // after the previous slice is painted
    const frame = requestAnimationFrame(() => {
      setBuilt({ rows: Math.min(count, rows + size.current), shape });
      size.current = sliceAfter(size.current, false);
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, count, shape, size]);
  return rows;
}

/** Returns the slice size. Browsers that do not report tasks over 50 ms keep the initial size. */
function useSliceSize(): RefObject<number> {
  const size = useRef(maxSlice);
  useEffect(() => {
    const watcher = new PerformanceObserver((list) => {
      if (list.getEntries().length > 0) size.current = sliceAfter(size.current, true);
    });
    // browsers ignore unknown entry types
    watcher.observe({ entryTypes: ['longtask'] });
    return () => watcher.disconnect();
  }, []);
  return size;
}
