import { type RefObject, useEffect, useState } from 'react';

/** Tables with at least this many rows have fixed column widths, so that new rows do not move existing ones. */
export const longTableRows = 60;

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
  const widths = measured?.restart === restart && rows >= longTableRows ? measured.widths : undefined;
  const isWanted = rows >= longTableRows && widths === undefined;
  useEffect(() => {
    if (!isWanted) return () => {};
    const frame = requestAnimationFrame(() => {
      const heads = [...(box.current?.querySelectorAll<HTMLElement>('thead th') ?? [])];
      const newWidths = heads.map(({ offsetWidth }) => offsetWidth);
      if (newWidths.length > 0 && newWidths.every((width) => width > 0))
        setMeasured({ restart, widths: newWidths });
    });
    return () => cancelAnimationFrame(frame);
  }, [box, isWanted, restart]);
  return widths;
}
