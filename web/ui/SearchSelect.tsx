import { Input } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import type { Choice } from '../../shared/field-metadata.ts';
import { type ControlProps, nativeProps, shownText } from './controls/control.ts';
import { comboboxInput, comboboxKeys, OptionList, stepped } from './combobox.tsx';
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
  const onKeyDown = comboboxKeys({
    onMove: (step) => {
      if (open) setActive(stepped(active, step, found.length));
      else openAt(chosen ? options.indexOf(chosen) : 0);
      return true;
    },
    onEnter: () => {
      if (open) take(found[active]);
      return open;
    },
    onEscape: () => {
      if (open) close();
      return open;
    },
  });
  return (
    <span className="control-group search-select">
      <Input
        {...nativeProps(props)}
        {...comboboxInput({ listId, open, active, count: found.length })}
        className="control"
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
        <OptionList
          listId={listId}
          label={props.label}
          items={found}
          active={active}
          keyOf={({ value: key }) => key}
          isSelected={(option) => option === chosen}
          onTake={take}
          emptyText={emptyText}
          renderItem={(option) => (
            <>
              {option.label}
              {option === chosen && <Icon name="check" size={16} />}
            </>
          )}
        />
      )}
    </span>
  );
}
