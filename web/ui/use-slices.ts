import { useEffect, useState } from 'react';

/** So many rows are built at once; what follows comes a slice at a time, a frame each. */
const first = 40;
const slice = 20;

/**
 * How many of a table's rows are built by now, so that no task is as long as the list. What was built stays; another
 * `shape` of the table builds anew.
 */
export function useSlices(count: number, shape: string): number {
  const [before, setBuilt] = useState({ rows: 0, shape });
  const kept = before.shape === shape ? Math.min(before.rows, count) : 0;
  const rows = Math.max(kept, Math.min(count, first));
  if (before.rows !== rows || before.shape !== shape) setBuilt({ rows, shape });
  useEffect(() => {
    if (rows >= count) return () => {};
    // after what was built before is on the screen
    const frame = requestAnimationFrame(() => {
      setBuilt({ rows: Math.min(count, rows + slice), shape });
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, count, shape]);
  return rows;
}
