import { type RefObject, useEffect, useState } from 'react';

/** From so many rows on a table's columns keep their widths, so that more rows move none that are there. */
export const fromRows = 60;

/**
 * The widths, in px, that a long table's cells have once its first rows are shown; undefined before, and where the rows
 * are no columns, as on a phone. Another `restart` measures anew.
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
