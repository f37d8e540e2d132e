/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the ARIA combobox pattern has no searchable HTML element */
import type { KeyboardEvent, ReactNode } from 'react';

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

/** Returns the index after a step, with wraparound. */
export const wrappedIndex = (active: number, step: 1 | -1, count: number): number =>
  Math.max(0, (count + active + step) % Math.max(1, count));

interface OptionListProps<Item> {
  listId: string;
  label: string;
  items: readonly Item[];
  active: number;
  keyOf: (item: Item) => string | number;
  isSelected: (item: Item, isActive: boolean) => boolean;
  onTake: (item: Item) => void;
  emptyText?: string;
  renderItem: (item: Item) => ReactNode;
}

export const OptionList = <Item,>(props: OptionListProps<Item>) => (
  <div className="options" role="listbox" tabIndex={-1} id={props.listId} aria-label={props.label}>
    {props.items.map((item, index) => (
      <div
        key={props.keyOf(item)}
        id={`${props.listId}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={props.isSelected(item, index === props.active)}
        data-active={index === props.active}
        ref={(option) => {
          if (index === props.active) option?.scrollIntoView({ block: 'nearest' });
        }}
        // on pointerdown, because a click first moves the focus, which closes the list
        onPointerDown={(event) => {
          event.preventDefault();
          props.onTake(item);
        }}
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
