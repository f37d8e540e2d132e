import { type RefObject, useLayoutEffect, type KeyboardEvent, type ReactNode, useRef } from 'react';

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
function useTopLayer(list: RefObject<HTMLElement | null>): void {
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

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the ARIA combobox pattern has no searchable HTML element, and its field handles the keys */
interface OpenList {
  listId: string;
  open: boolean;
  active: number;
  count: number;
}

export const comboboxInput = ({ listId, open, active, count }: OpenList) =>
  ({
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? listId : undefined,
    'aria-activedescendant': open && active >= 0 && active < count ? `${listId}-${active}` : undefined,
  }) as const;

interface ComboboxKeys {
  onMove: (step: 1 | -1) => boolean;
  onEnter: () => boolean;
  onEscape: () => boolean;
}

export const comboboxKeys =
  ({ onMove, onEnter, onEscape }: ComboboxKeys) =>
  (event: KeyboardEvent): void => {
    const handlers: Record<string, () => boolean> = {
      ArrowDown: () => onMove(1),
      ArrowUp: () => onMove(-1),
      Enter: onEnter,
      Escape: onEscape,
    };
    if (handlers[event.key]?.()) event.preventDefault();
  };

/** Returns the index after a step, with wraparound; from -1 (none) to the first or last. */
export const wrappedIndex = (active: number, step: 1 | -1, count: number): number =>
  Math.max(0, (count + Math.max(active, step === 1 ? -1 : 0) + step) % Math.max(1, count));

interface OptionListProps<Item> {
  listId: string;
  label: string;
  items: readonly Item[];
  active: number;
  keyOf: (item: Item) => string | number;
  onTake: (item: Item) => void;
  emptyText?: string;
  renderItem: (item: Item) => ReactNode;
}

/** The options below a combobox; the active one is `aria-selected`, as the ARIA pattern requires. */
export function OptionList<Item>(props: OptionListProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  useTopLayer(list);
  return (
    <div
      ref={list}
      popover="manual"
      className="options"
      role="listbox"
      tabIndex={-1}
      id={props.listId}
      aria-label={props.label}
      // the field keeps the focus, also while the list is scrolled: a blur closes the list before the click, which then
      // hits the element below
      onMouseDown={(event) => event.preventDefault()}
    >
      {props.items.map((item, index) => (
        <div
          key={props.keyOf(item)}
          id={`${props.listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          data-active={index === props.active}
          ref={(option) => {
            if (index === props.active) option?.scrollIntoView({ block: 'nearest' });
          }}
          onClick={() => props.onTake(item)}
        >
          {props.renderItem(item)}
        </div>
      ))}
      {props.items.length === 0 && (
        <div className="options-empty" role="option" tabIndex={-1} aria-selected={false} aria-disabled>
          {props.emptyText ?? 'No results'}
        </div>
      )}
    </div>
  );
}
