/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the combobox pattern of ARIA has no HTML tags that can be searched */
import { Input } from '@aws-amplify/ui-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Choice } from '../../shared/field-metadata.ts';
import { type ControlProps, nativeProps, shownText } from './controls/control.ts';
import { Icon } from './Icon.tsx';

const fits = (option: Choice, typed: string) =>
  option.label.toLowerCase().includes(typed) || String(option.value).toLowerCase().startsWith(typed);

/**
 * A list to choose from by typing: arrow keys move, Enter takes, Escape puts the last choice back.
 * The value is the option's value as text.
 */
export function SearchSelect(
  props: ControlProps & {
    emptyText?: string;
    /** The options are what the server found for the text that is typed: none is filtered out here. */
    onType?: (text: string) => void;
  },
) {
  const { options = [], value, onChange, emptyText = 'No results', onType } = props;
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const chosen = options.find((option) => String(option.value) === shownText(value));
  const found =
    typed === undefined || onType
      ? options
      : options.filter((option) => fits(option, typed.trim().toLowerCase()));
  const [open, setOpen] = useState(false);

  const close = () => {
    setOpen(false);
    setTyped(undefined);
    if (typed !== undefined) onType?.('');
  };
  const openAt = (index: number) => {
    setOpen(true);
    setActive(Math.max(0, index));
  };
  const take = (option: Choice | undefined) => {
    if (option) onChange(String(option.value));
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (open) setActive((found.length + active + move) % Math.max(1, found.length));
      else openAt(chosen ? options.indexOf(chosen) : 0);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      take(found[active]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };
  return (
    <span className="control-group search-select">
      <Input
        {...nativeProps(props)}
        className="control"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && found[active] ? `${listId}-${active}` : undefined}
        hasError={props.invalid}
        placeholder={props.placeholder ?? 'Type to search'}
        value={typed ?? chosen?.label ?? ''}
        onClick={() => openAt(chosen ? options.indexOf(chosen) : 0)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed?.trim() === '') onChange('');
          else if (typed !== undefined && found.length === 1) onChange(String(found[0]?.value));
          close();
          props.onBlur();
        }}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value.trim());
          openAt(0);
        }}
      />
      <span className="control-chevron" aria-hidden>
        <Icon name="chevron-down" size={16} />
      </span>
      {open && (
        <div className="options" role="listbox" tabIndex={-1} id={listId} aria-label={props.label}>
          {found.map((option, index) => (
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              data-active={index === active}
              ref={(item) => {
                if (index === active) item?.scrollIntoView({ block: 'nearest' });
              }}
              // Pointer down, not click: the field would lose its focus and close the list first.
              onPointerDown={(event) => {
                event.preventDefault();
                take(option);
              }}
            >
              {option.label}
              {option === chosen && <Icon name="check" size={16} />}
            </div>
          ))}
          {found.length === 0 && (
            <div className="options-empty" role="option" aria-selected={false} aria-disabled>
              {emptyText}
            </div>
          )}
        </div>
      )}
    </span>
  );
}
