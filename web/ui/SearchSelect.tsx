import { Input } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import type { Choice } from '../../shared/field-metadata.ts';
import { type ControlProps, nativeProps, shownText } from './controls/control.ts';
import { comboboxInput, comboboxKeys, OptionList, stepped } from './combobox.tsx';
import { Icon } from './Icon.tsx';
import { matchOptions } from './matching-options.ts';

interface SearchSelectProps extends ControlProps {
  emptyText?: string;
  /** The options are the server's results for the entered text and are not filtered again. */
  onType?: (text: string) => void;
  /** Results for the current text are pending: keys cannot select the options of an earlier text. */
  isSearching?: boolean;
}

/** State and handlers of the combobox. */
function useSearch(props: SearchSelectProps) {
  const { options = [], value, onChange, onBlur, onType, isSearching = false } = props;
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => String(option.value) === shownText(value));
  const isFiltered = typed !== undefined && !onType;
  const matches = isFiltered ? matchOptions(options, typed) : undefined;
  const found = matches?.options ?? options;
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    if (typed !== undefined) onType?.('');
  };
  const openAt = (index: number) => {
    setOpen(true);
    setActive(Math.max(0, index));
  };
  const openAtChosen = () => openAt(chosen ? options.indexOf(chosen) : 0);
  const take = (option: Choice | undefined) => {
    if (option) onChange(String(option.value));
    close();
  };
  const onKeyDown = comboboxKeys({
    onMove: (step) => {
      if (open) setActive(stepped(active, step, found.length));
      else openAtChosen();
      return true;
    },
    onEnter: () => {
      if (open && !isSearching) take(found[active]);
      return open;
    },
    onEscape: () => {
      if (open) close();
      return open;
    },
  });
  const leave = () => {
    const sole = found.length === 1 && !isSearching ? found[0] : undefined;
    const best = matches?.best ?? sole;
    if (typed?.trim() === '') onChange('');
    else if (typed !== undefined && best) onChange(String(best.value));
    close();
    onBlur();
  };
  const type = (text: string) => {
    setTyped(text);
    onType?.(text.trim());
    openAt(0);
  };
  return { typed, active, open, chosen, found, openAtChosen, take, onKeyDown, leave, type };
}

/**
 * A searchable select: arrow keys move, Enter selects, Escape restores the last selection. The value is the option's
 * value as text.
 */
export function SearchSelect(props: SearchSelectProps) {
  const { emptyText = 'No results' } = props;
  const { typed, active, open, chosen, found, ...search } = useSearch(props);
  const listId = useId();
  return (
    <span className="control-group search-select">
      <Input
        {...nativeProps(props)}
        {...comboboxInput({ listId, open, active, count: found.length })}
        className="control"
        hasError={props.invalid}
        placeholder={props.placeholder ?? 'Type to search'}
        value={typed ?? chosen?.label ?? ''}
        onClick={search.openAtChosen}
        onKeyDown={search.onKeyDown}
        onBlur={search.leave}
        onChange={(event) => search.type(event.target.value)}
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
          onTake={search.take}
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
