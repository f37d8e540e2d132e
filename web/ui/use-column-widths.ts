import { type RefObject, useEffect, useState } from 'react';

/** Tables with at least this many rows have fixed column widths, so that new rows do not move existing ones. */
export const fromRows = 60;

/**
 * Measures a long table's cell widths, in px, after its first rows are shown; undefined before that, and on phones,
 * where rows are cards. A change of `restart` measures again.
 */
export function useColumnWidths(
  box: RefObject<HTMLElement | null>,
  rows: number,
  restart: string,
): readonly number[] | undefined {
  const [measured, setMeasured] = useState<{ restart: string; widths: readonly number[] }>();
  const widths = measured?.restart === restart && rows >= fromRows ? measured.widths : undefined;
  const isWanted = rows >= fromRows && widths === undefined;
  useEffect(() => {
    if (!isWanted) return () => {};
    const frame = requestAnimationFrame(() => {
      const heads = [...(box.current?.querySelectorAll<HTMLElement>('thead th') ?? [])];
      const found = heads.map(({ offsetWidth }) => offsetWidth);
      if (found.length > 0 && found.every((width) => width > 0)) setMeasured({ restart, widths: found });
    });
    return () => cancelAnimationFrame(frame);
  }, [box, isWanted, restart]);
  return widths;
}
