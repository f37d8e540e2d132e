import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Column, pinnedOffset } from './table-column.tsx';

/** The share of the frame for pinned columns. Narrow frames need more for payee, amount, and status. */
const pinnedShare = (frameWidth: number): number => (frameWidth >= 960 ? 0.5 : 0.75);

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
  const first = box.querySelector<HTMLElement>('thead .first-cell');
  const before = box.querySelector<HTMLElement>('thead .select-cell');
  const start = (before?.offsetWidth ?? 0) + (first?.offsetWidth ?? 0);
  const limit = box.clientWidth * pinnedShare(box.clientWidth) - start;
  let after = 0;
  let isFull = false;
  for (const [key = '', pinned] of pinnedColumns.map((column) => column.split(' ')).toReversed()) {
    if (!pinned) break;
    const width = box.querySelector<HTMLElement>(`thead [data-key="${CSS.escape(key)}"]`)?.offsetWidth ?? 0;
    isFull ||= after > 0 && after + width > limit;
    setOnce(box, pinnedOffset(key), isFull ? 'auto' : `${after}px`);
    if (!isFull) after += width;
  }
  setOnce(view, '--kept-start', `${start}px`);
  setOnce(view, '--kept-end', `${after + box.offsetWidth - box.clientWidth}px`);
  setOnce(view, '--head', `${first?.offsetHeight ?? 0}px`);
  const hidden = box.scrollWidth - box.clientWidth;
  markOnce(view, 'moreStart', box.scrollLeft > 1);
  markOnce(view, 'moreEnd', hidden - box.scrollLeft > 1);
}
