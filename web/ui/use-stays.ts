import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Column, stayOffset } from './table-column.tsx';

/** Minimum frame width, in px, for columns with `stay: 'wide'`; same as in tables.css. */
const wideFrame = 960;

/**
 * Pins a table's last columns: sets their offsets, and marks the sides of the frame with columns out of view. The ref
 * belongs to the scroll container.
 */
export function useStays<Row>(columns: readonly Column<Row>[]): RefObject<HTMLElement | null> {
  const scroll = useRef<HTMLElement>(null);
  const stays = columns.map(({ key, stay = '' }) => `${key} ${stay}`).join();
  useLayoutEffect(() => {
    const box = scroll.current;
    const view = box?.parentElement;
    if (!box || !view) return () => {};
    const look = () => measure(box, view, stays.split(','));
    const watcher = new ResizeObserver(look);
    watcher.observe(box);
    if (box.firstElementChild) watcher.observe(box.firstElementChild);
    box.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [stays]);
  return scroll;
}

/** Skips unchanged values: each write recalculates the styles of all rows. */
function setOnce({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

function markOnce({ dataset }: HTMLElement, name: string, mark: boolean): void {
  if (dataset[name] !== String(mark)) dataset[name] = String(mark);
}

function measure(box: HTMLElement, view: HTMLElement, stays: readonly string[]): void {
  let after = 0;
  for (const [key = '', stay] of stays.map((one) => one.split(' ')).toReversed()) {
    if (!stay) break;
    const cell = box.querySelector<HTMLElement>(`thead [data-key="${CSS.escape(key)}"]`);
    setOnce(box, stayOffset(key), `${after}px`);
    if (stay === 'end' || box.clientWidth >= wideFrame) after += cell?.offsetWidth ?? 0;
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
