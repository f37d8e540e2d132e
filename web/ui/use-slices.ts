import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So many rows are built at once; what follows comes a slice at a time, a frame each. */
const first = 40;
const mostInSlice = 10;
const fewestInSlice = 5;

/** How many rows the next slice has: half as many after a long task, then one more with each slice. */
export const sliceAfter = (rows: number, wasLong: boolean): number =>
  wasLong ? Math.max(fewestInSlice, Math.floor(rows / 2)) : Math.min(mostInSlice, rows + 1);

/**
 * How many of a table's rows are built by now, so that no task is as long as the list. What was built stays; another
 * `shape` of the table builds anew.
 */
export function useSlices(box: RefObject<HTMLElement | null>, count: number, shape: string): number {
  const [before, setBuilt] = useState({ rows: 0, shape });
  const size = useSliceSize();
  const kept = before.shape === shape ? Math.min(before.rows, count) : 0;
  const rows = Math.max(kept, Math.min(count, first));
  if (before.rows !== rows || before.shape !== shape) setBuilt({ rows, shape });
  useLayoutEffect(() => {
    // laid out in this task, so that the frame's own has to paint alone
    if (rows > first) box.current?.getBoundingClientRect();
  }, [box, rows]);
  useEffect(() => {
    if (rows >= count) return () => {};
    // after what was built before is on the screen
    const frame = requestAnimationFrame(() => {
      setBuilt({ rows: Math.min(count, rows + size.current), shape });
      size.current = sliceAfter(size.current, false);
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, count, shape, size]);
  return rows;
}

/** The size of the next slice. The browser tells of tasks over 50 ms; where it cannot, slices stay as they are. */
function useSliceSize(): RefObject<number> {
  const size = useRef(mostInSlice);
  useEffect(() => {
    const watcher = new PerformanceObserver((list) => {
      if (list.getEntries().length > 0) size.current = sliceAfter(size.current, true);
    });
    // a kind that a browser does not know is left out in silence
    watcher.observe({ entryTypes: ['longtask'] });
    return () => watcher.disconnect();
  }, []);
  return size;
}
