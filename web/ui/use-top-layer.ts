import { type RefObject, useLayoutEffect } from 'react';

const gap = 4;
const leastHeight = 180;
const mostHeight = 264;

function positionList(list: HTMLElement, anchor: HTMLElement): void {
  const { left, width, top, bottom } = anchor.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const isAbove = below < leastHeight && top > below;
  const space = (isAbove ? top : below) - 2 * gap;
  Object.assign(list.style, {
    insetInlineStart: `${left}px`,
    inlineSize: `${width}px`,
    insetBlock: isAbove ? `auto ${window.innerHeight - top + gap}px` : `${bottom + gap}px auto`,
    maxBlockSize: `${Math.max(96, Math.min(mostHeight, space))}px`,
  });
}

/** Shows a popover below (or above) its parent in the top layer, where no dialog or scroll container clips it. */
export function useTopLayer(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = list.current;
    const anchor = element?.parentElement;
    if (!element || !anchor) return undefined;
    const update = () => positionList(element, anchor);
    // older browsers show the list in its place
    element.showPopover?.();
    update();
    window.addEventListener('scroll', update, { capture: true, passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update, { capture: true });
      window.removeEventListener('resize', update);
    };
  }, [list]);
}
