import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Milliseconds without input before the search runs (spec 1 §9). */
  wait?: number;
}

/** A search field that runs the search after the user stops typing. */
export function SearchBox({ label, value, onChange, wait = 400 }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // the address changed without this field, for example by Back
  if (value !== before) {
    setBefore(value);
    setText(value);
  }
  useEffect(() => () => stopTimer(timer.current), []);
  const type = (next: string) => {
    setText(next);
    stopTimer(timer.current);
    timer.current = startTimer(() => onChange(next.trim()), next === '' ? 0 : wait);
  };
  return (
    <search className="search-box">
      <label className="hidden-text" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        className="amplify-input control"
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
    </search>
  );
}
