import { Input } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import type { Choice } from '../../shared/field-metadata.ts';
import { type ControlProps, nativeProps, inputText } from './control.ts';
import { comboboxInput, comboboxKeys, OptionList, wrappedIndex } from './combobox.tsx';
import { Icon } from './Icon.tsx';

interface SearchSelectProps extends ControlProps {
  emptyText?: string;
  /** The options are the server's results for the entered text and are not filtered again. */
  onType?: (text: string) => void;
  /** Results for the current text are pending: keys cannot select the options of an earlier text. */
  isSearching?: boolean;
}

function useSearch(props: SearchSelectProps) {
  const { options = [], value, onChange, onBlur, onType, isSearching = false } = props;
  const [input, setInput] = useState<string>();
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => String(option.value) === inputText(value));
  const isFiltered = input !== undefined && !onType;
  const matches = isFiltered ? matchOptions(options, input) : undefined;
  const results = matches?.options ?? options;
  const close = () => {
    setOpen(false);
    setInput(undefined);
    if (input !== undefined) onType?.('');
  };
  const openAt = (index: number) => {
    setOpen(true);
    setActive(Math.max(0, index));
  };
  const openAtChosen = () => openAt(chosen ? options.indexOf(chosen) : 0);
  const select = (option: Choice | undefined) => {
    if (option) onChange(String(option.value));
    close();
  };
  const onKeyDown = comboboxKeys({
    onMove: (step) => {
      if (open) setActive(wrappedIndex(active, step, results.length));
      else openAtChosen();
      return true;
    },
    onEnter: () => {
      if (open && !isSearching) select(results[active]);
      return open;
    },
    onEscape: () => {
      if (open) close();
      return open;
    },
  });
  const onLeave = () => {
    const sole = results.length === 1 && !isSearching ? results[0] : undefined;
    const best = matches?.best ?? sole;
    if (input?.trim() === '') onChange('');
    else if (input !== undefined && best) onChange(String(best.value));
    close();
    onBlur();
  };
  const type = (text: string) => {
    setInput(text);
    onType?.(text.trim());
    openAt(0);
  };
  return { input, active, open, chosen, results, openAtChosen, select, onKeyDown, onLeave, type };
}

export function SearchSelect(props: SearchSelectProps) {
  const { emptyText = 'No results' } = props;
  const { input, active, open, chosen, results, ...search } = useSearch(props);
  const listId = useId();
  return (
    <span className="control-group search-select">
      <Input
        {...nativeProps(props)}
        {...comboboxInput({ listId, open, active, count: results.length })}
        className="control"
        hasError={props.invalid}
        placeholder={props.placeholder ?? 'Type to search'}
        value={input ?? chosen?.label ?? ''}
        onClick={search.openAtChosen}
        onKeyDown={search.onKeyDown}
        onBlur={search.onLeave}
        onChange={(event) => search.type(event.target.value)}
      />
      <span className="control-chevron" aria-hidden>
        <Icon name="chevron-down" size={16} />
      </span>
      {open && (
        <OptionList
          listId={listId}
          label={props.label}
          items={results}
          active={active}
          keyOf={({ value: key }) => key}
          onTake={search.select}
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

const matchLevels: readonly ((code: string, label: string, input: string) => boolean)[] = [
  (code, _, input) => code === input,
  (_, label, input) => label === input,
  (_, label, input) => label.startsWith(input),
  (code, _, input) => code.startsWith(input),
  (_, label, input) => label.includes(input),
];

interface Matches {
  options: Choice[];
  best: Choice | undefined;
}

/** Returns the options that match an input, best first, and the only best one. */
export function matchOptions(options: readonly Choice[], input: string): Matches {
  const normalized = input.trim().toLowerCase();
  const matches = options
    .map((option) => ({
      option,
      level: matchLevels.findIndex((fits) =>
        fits(String(option.value).toLowerCase(), option.label.toLowerCase(), normalized),
      ),
    }))
    .filter(({ level }) => level >= 0)
    .toSorted((a, b) => a.level - b.level);
  const [first, second] = matches;
  // "Min" is Minnesota, not Wyoming
  const isInside = matchLevels.length - 1;
  const visible = first && first.level < isInside ? matches.filter(({ level }) => level < isInside) : matches;
  const isBest = normalized !== '' && first !== undefined && first.level !== second?.level;
  return { options: visible.map(({ option }) => option), best: isBest ? first.option : undefined };
}
