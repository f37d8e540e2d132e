import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Column, pinnedOffset } from './table-column.tsx';

/** Minimum frame width, in px, for columns with `pinned: 'wide'`; same as in tables.css. */
const wideFrame = 960;

export function usePinnedColumns<Row>(columns: readonly Column<Row>[]): RefObject<HTMLElement | null> {
  const scroll = useRef<HTMLElement>(null);
  const pinnedColumns = columns.map(({ key, pinned = '' }) => `${key} ${pinned}`).join();
  useLayoutEffect(() => {
    const box = scroll.current;
    const view = box?.parentElement;
    if (!box || !view) return () => {};
    const update = () => measure(box, view, pinnedColumns.split(','));
    const watcher = new ResizeObserver(update);
    watcher.observe(box);
    if (box.firstElementChild) watcher.observe(box.firstElementChild);
    box.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', update);
    };
  }, [pinnedColumns]);
  return scroll;
}

/** Skips unchanged values: each write recalculates the styles of all rows. */
function setOnce({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

function markOnce({ dataset }: HTMLElement, name: string, mark: boolean): void {
  if (dataset[name] !== String(mark)) dataset[name] = String(mark);
}

function measure(box: HTMLElement, view: HTMLElement, pinnedColumns: readonly string[]): void {
  let after = 0;
  for (const [key = '', pinned] of pinnedColumns.map((column) => column.split(' ')).toReversed()) {
    if (!pinned) break;
    const cell = box.querySelector<HTMLElement>(`thead [data-key="${CSS.escape(key)}"]`);
    setOnce(box, pinnedOffset(key), `${after}px`);
    if (pinned === 'end' || box.clientWidth >= wideFrame) after += cell?.offsetWidth ?? 0;
  }
  const first = box.querySelector<HTMLElement>('thead .first-cell');
  const before = box.querySelector<HTMLElement>('thead .select-cell');
  setOnce(view, '--kept-start', `${(before?.offsetWidth ?? 0) + (first?.offsetWidth ?? 0)}px`);
  setOnce(view, '--kept-end', `${after + box.offsetWidth - box.clientWidth}px`);
  setOnce(view, '--head', `${first?.offsetHeight ?? 0}px`);
  const hidden = box.scrollWidth - box.clientWidth;
  markOnce(view, 'moreStart', box.scrollLeft > 1);
  markOnce(view, 'moreEnd', hidden - box.scrollLeft > 1);
}
