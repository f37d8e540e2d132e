/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the combobox pattern of ARIA has no HTML tags that can be searched */
import type { KeyboardEvent, ReactNode } from 'react';

/** The list of a combobox as its input tells of it. */
interface OpenList {
  listId: string;
  open: boolean;
  /** The place of the option that Enter takes; below 0 for none. */
  active: number;
  count: number;
}

/** What the input of a combobox says of its list. */
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
  /** Each gives whether the key is used up, so that it does nothing else. */
  onMove: (step: 1 | -1) => boolean;
  onEnter: () => boolean;
  onEscape: () => boolean;
}

/** What the keys of a combobox do: arrows move, Enter takes, Escape closes. */
export const comboboxKeys =
  ({ onMove, onEnter, onEscape }: ComboboxKeys) =>
  (event: KeyboardEvent): void => {
    const press: Record<string, () => boolean> = {
      ArrowDown: () => onMove(1),
      ArrowUp: () => onMove(-1),
      Enter: onEnter,
      Escape: onEscape,
    };
    if (press[event.key]?.()) event.preventDefault();
  };

/** The place after a step: behind the last comes the first. */
export const stepped = (active: number, step: 1 | -1, count: number): number =>
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

/** The options of a combobox below its input. */
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
        // Pointer down, not click: the field would lose its focus and close the list first.
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
